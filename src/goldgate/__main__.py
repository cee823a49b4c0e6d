"""`python -m goldgate` is `goldgate`."""

from goldgate.cli.main import main

if __name__ == "__main__":
    main()
