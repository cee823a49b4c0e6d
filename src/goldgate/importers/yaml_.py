"""What does a YAML text say? The only door to PyYAML, which is loaded when a file in YAML is imported."""

from goldgate.errors import BadFile, Problem, UsageError

_MISSING = "reading YAML needs the package PyYAML: pip install 'goldgate[import]'"


def read_yaml(text: str, *, file: str) -> object:
    """The plain value that the text stands for; no class of the file's choice is ever made. JSON is YAML, too.

    Raises BadFile, UsageError when PyYAML is missing.
    """
    try:
        import yaml  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise UsageError(_MISSING) from None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506 - both loaders are safe
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise _bad(error.problem or error.context, file=file, line=None if mark is None else mark.line + 1) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise _bad(str(error), file=file, line=None) from None


def _bad(why: str | None, *, file: str, line: int | None) -> BadFile:
    message = f"not valid YAML: {why}"
    return BadFile(Problem(code=BadFile.code, message=message, file=file, line=line))
