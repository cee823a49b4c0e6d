"""How is an agent in another language reached? As a process that speaks JSON lines on two pipes of its own."""
