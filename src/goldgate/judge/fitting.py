"""Does one step fit one expected step, and if not, why not?"""

from goldgate.differ.matchers import object_matches, object_mismatch
from goldgate.judge.wording import describe, describe_step, tell, word
from goldgate.model.case import ArgsMatch, ExpectedStep
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import NOT_CAPTURED


def fits(expected: ExpectedStep, step: Step, *, args_match: ArgsMatch) -> bool:
    """Whether the step is the expected one; `args_match` holds where the expected step does not say its own."""
    if expected.kind != step.kind or (expected.name is not None and expected.name != step.name):
        return False
    if not _ends_as_expected(expected, step):
        return False
    how = expected.args_match or args_match
    if expected.args is NOT_CAPTURED or how is ArgsMatch.IGNORE:
        return True
    return step.args is not NOT_CAPTURED and object_matches(expected.args, step.args, how)


def misfit(expected: ExpectedStep, step: Step, *, args_match: ArgsMatch) -> str:
    """Why the step, which does not fit, is not the expected one; one bounded line."""
    if not same_name(expected, step):
        return f"expected {describe(expected)}, got {describe_step(step)}"
    if not _ends_as_expected(expected, step):
        return f"expected {_expected_end(expected, step)}, got {_end(step)}"
    if expected.args is NOT_CAPTURED or step.args is NOT_CAPTURED:
        return f"expected {describe(expected)}, but the arguments were not captured"
    found = object_mismatch(expected.args, step.args, expected.args_match or args_match)
    return "" if found is None else tell(found, root="/args")


def same_name(expected: ExpectedStep, step: Step) -> bool:
    """Whether kind and name are the expected ones."""
    return expected.kind == step.kind and expected.name in {None, step.name}


def expects_failure(expected: ExpectedStep) -> bool:
    """Whether the step is expected to fail, so that its failure is no finding."""
    return expected.error_code is not None or expected.status is StepStatus.ERROR


def _ends_as_expected(expected: ExpectedStep, step: Step) -> bool:
    """Whether status and code are the expected ones; an expected code says that the step fails."""
    if expected.status is not None and expected.status is not step.status:
        return False
    return expected.error_code is None or expected.error_code == step.failure_code


def _expected_end(expected: ExpectedStep, step: Step) -> str:
    if expected.status not in {None, step.status}:
        return f"status {expected.status}"
    return f"error {word(expected.error_code or '')}"


def _end(step: Step) -> str:
    return f"status {step.status}" if step.failure_code is None else f"error {word(step.failure_code)}"
