"""Where does httpx meet the network?"""

import httpx

from goldgate.runner.transports.httpx_family import install_in


def install() -> None:
    """Put the tape of the trial at hand in between."""
    install_in(httpx)
