"""Which tools are there, what is the model told of each, and which arguments does each take?

Plain data. The hints stand in the prompt: edit one, and every request to the model is another one.
"""

from collections.abc import Mapping
from typing import Any, Final

HINTS: Final[Mapping[str, str]] = {
    "plan_day": "plan something on a day",
    "show_day": "show what is planned on a day",
    "send_mail": "write a mail to somebody",
    "find_mail": "find mails by words",
    "read_file": "show what one file says",
    "find_file": "find files by words",
}
"""What the model is told of each tool, in this order: what comes last, it takes most gladly."""

TEXT: Final = {"type": "string", "maxLength": 60}
"""Any text; without a limit a small model goes on until it is cut off in the middle of its JSON."""
DAY: Final = {
    "enum": ["today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}

ARGUMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "plan_day": {"day": DAY, "title": TEXT},
    "show_day": {"day": DAY},
    "send_mail": {"to": TEXT, "text": TEXT},
    "find_mail": {"words": TEXT},
    "read_file": {"path": TEXT},
    "find_file": {"words": TEXT},
}
"""The JSON Schema of each argument; all of them are required."""
