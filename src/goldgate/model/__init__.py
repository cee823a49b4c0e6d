"""What are the things that goldgate speaks of? Frozen values, without files, clocks or libraries."""
