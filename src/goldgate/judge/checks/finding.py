"""How does a check say what it found? By a reason, which is empty when all is well."""

from goldgate.model.judgement import Check


def finding(name: str, why: str) -> Check:
    """The check of this name, passed exactly when there is no reason against it."""
    return Check(name=name, passed=not why, why=why)
