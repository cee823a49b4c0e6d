"""Which command makes a run like that one, and which goes on with it?"""

from goldgate.model.result import RunHeader


def command_for(header: RunHeader | None) -> str:
    """The command that makes such a run anew; `goldgate run` where nothing is known of it."""
    if header is None:
        return "goldgate run"
    if header.trials_of is not None:
        return f"goldgate judge {header.trials_of}"
    if header.merged:
        return "goldgate merge RUN..."
    return f"goldgate run {header.selection}" if header.shard is not None else _performing(header)


def command_on(header: RunHeader | None) -> str:
    """The command that goes on with such a run; where trials are judged again, with asking the judge."""
    if header is not None and header.trials_of is not None:
        return "goldgate judge --fresh --resume"
    return f"{_performing(header)} --resume"


def _performing(header: RunHeader | None) -> str:
    """The command that performs trials."""
    return "goldgate pair --linked SKILL" if header is not None and header.is_paired else "goldgate run"
