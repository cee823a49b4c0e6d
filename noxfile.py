"""What is tested in environments of their own? SDKs and frameworks that are too heavy, or too much at odds, for one."""

import nox

nox.options.reuse_existing_virtualenvs = True


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
