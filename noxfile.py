"""What is tested in environments of their own? SDKs and frameworks that are too heavy, or too much at odds, for one."""

import os
from typing import Final

import nox

FRAMEWORKS: Final = {
    "pydantic_ai": ["pydantic-ai-slim[openai]"],
    "pydantic_ai_1": ["pydantic-ai-slim[openai]<2"],
    "langchain": ["langgraph", "langchain", "langchain-openai"],
    "openai_agents": ["openai-agents"],
    "autogen": ["autogen-agentchat", "autogen-ext[openai]"],
    "google_adk": ["google-adk"],
    "strands": ["strands-agents[openai]"],
    "smolagents": ["smolagents[openai]"],
}
"""Name of the session, which is that of a file in `goldgate.agents.frameworks` → what to install.

The extras are clients of models, which are recorded and replayed.
"""

nox.options.reuse_existing_virtualenvs = True


def _own_folder(session: nox.Session) -> str:
    """Where a session keeps what it makes.

    The temporary folder of nox would become that of all tests, too, and it lies in this repository, while the projects
    that tests make lie in none.
    """
    return session.virtualenv.location


@nox.session
def openai_sdk(session: nox.Session) -> None:
    """The SDK of OpenAI, recorded and replayed."""
    session.install(".", "hypothesis", "pytest", "openai")
    session.run("pytest", "tests/sdks/test_openai.py", *session.posargs)


@nox.session
def anthropic_sdk(session: nox.Session) -> None:
    """The SDK of Anthropic, recorded and replayed."""
    session.install(".", "hypothesis", "pytest", "anthropic")
    session.run("pytest", "tests/sdks/test_anthropic.py", *session.posargs)


@nox.session
def typescript(session: nox.Session) -> None:
    """The guide for TypeScript, with the SDK of OpenAI for Node."""
    session.install(".", "hypothesis", "pytest")
    folder = _own_folder(session)
    session.run("npm", "install", "--silent", "--prefix", folder, "openai", "tsx", external=True)
    session.run(
        "pytest", "tests/sdks/test_typescript.py", *session.posargs, env={"NODE_MODULES": f"{folder}/node_modules"}
    )


@nox.session
def otel(session: nox.Session) -> None:
    """Agents that emit OpenTelemetry: its SDK, and instrumentations in each of the forms that are read."""
    session.install("--editable", ".[otel]", "coverage", "hypothesis", "pytest", "httpx", "openai", "pydantic-ai-slim")
    # The two are released apart, and only some pairs of them work.
    session.install("opentelemetry-instrumentation-openai-v2==2.4b0", "opentelemetry-util-genai==0.4b0")
    session.install("openinference-instrumentation-openai", "opentelemetry-instrumentation-openai")
    kept = [f"--data-file={_own_folder(session)}/coverage", f"--rcfile={os.devnull}"]
    tests = ["pytest", "tests/agents/otel", *session.posargs]
    session.run("coverage", "run", *kept, "--branch", "--include=*/goldgate/agents/otel/*.py", "-m", *tests)
    session.run("coverage", "report", *kept, "--show-missing", "--fail-under=90")


def of_framework(name: str) -> None:
    """Add the session that runs the tests of all frameworks where this one is installed."""

    @nox.session(name=name)
    def session(session: nox.Session) -> None:
        session.install("--editable", ".", "coverage", "hypothesis", "pytest", *FRAMEWORKS[name])
        kept = [f"--data-file={_own_folder(session)}/coverage", f"--rcfile={os.devnull}"]
        own = f"*/agents/frameworks/{name.removesuffix('_1')}.py"
        tests = ["pytest", "tests/agents/frameworks", *session.posargs]
        session.run("coverage", "run", *kept, "--branch", f"--include={own}", "-m", *tests)
        session.run("coverage", "report", *kept, "--show-missing", "--fail-under=90")


for name in FRAMEWORKS:
    of_framework(name)
