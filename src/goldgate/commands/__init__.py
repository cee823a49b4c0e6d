"""What does each command do? One verb a file: plain functions that walk from files to an answer."""
