"""What is held still around the agent?"""
