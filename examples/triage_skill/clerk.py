"""A clerk who sorts letters and replies to them, by rules alone: no model, no network, no clock.

It does what the skills say that it is handed, and what it is used to where they say nothing.
"""

import re

import goldgate

HABITS = {"unfortunately": "complaints", "disappointed": "complaints", "late": "complaints"}
"""Word → queue, as the clerk has always done it."""
USUAL_QUEUE = "general"
USUAL_REPLY = "We have received your letter."

ROW = re.compile(r"^\| (?P<words>[^|]+?) \| (?P<queue>[a-z]+) \|$", re.MULTILINE)
NAME_THE_DEADLINE = re.compile(r"^- Name the deadline\b", re.MULTILINE)
SAY = re.compile(r'^- Say .*?"(?P<sentence>[^"]+)"', re.MULTILINE | re.DOTALL)
DEADLINE = re.compile(r"\bby (\d+ [A-Z][a-z]+)")


def agent(case: goldgate.CaseView, context: goldgate.Context) -> str:
    """Send the letter to a queue, and reply to it."""
    letter = str(case.request)
    told = "\n".join((skill.folder / "SKILL.md").read_text(encoding="utf-8") for skill in context.skills)
    context.tools.call(f"send_to_{queue_of(letter, told)}", {"letter": case.id})
    return reply_to(letter, told)


def queue_of(letter: str, told: str) -> str:
    """The queue of the first row of a skill's table that fits, else the one that the clerk is used to."""
    rows = {row["words"]: row["queue"] for row in ROW.finditer(told)}
    return next((queue for words, queue in (rows | HABITS).items() if words in letter.lower()), USUAL_QUEUE)


def reply_to(letter: str, told: str) -> str:
    """What is usually said, and whatever else the skills ask for."""
    sentences = [USUAL_REPLY]
    deadline = DEADLINE.search(letter)
    if deadline and NAME_THE_DEADLINE.search(told):
        sentences.append(f"The deadline is {deadline[1]}.")
    sentences += [found["sentence"] for found in SAY.finditer(told)]
    return " ".join(sentences)
