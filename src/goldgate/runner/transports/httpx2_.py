"""Where does httpx2, from which the SDKs of OpenAI and Anthropic are made, meet the network?"""

import httpx2

from goldgate.runner.transports.httpx_family import install_in


def install() -> None:
    """Put the tape of the trial at hand in between."""
    install_in(httpx2)
