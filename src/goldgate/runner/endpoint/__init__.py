"""How do programs in other processes get recorded answers? From a server that asks the tape for them."""
