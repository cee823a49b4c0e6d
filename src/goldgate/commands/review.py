"""`goldgate review`: what waits for a maintainer, and what becomes of it once all is decided?"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final
from urllib.parse import urlencode

from goldgate.commands.answer import Answer
from goldgate.commands.compare import answer_of
from goldgate.commands.holding import Held, hold
from goldgate.commands.material import material_of_comparison
from goldgate.commands.project import Project
from goldgate.commands.update_baseline import Update, planned, require_a_person, write, written_lines
from goldgate.differ.nearest import unknown
from goldgate.errors import UpdateRefused, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.golden_edit import with_marker, without_marker
from goldgate.formats.known_failure import forbidden
from goldgate.gate.review import Decisions, Question, Subject, narrow_request, request_of, subjects
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.case_key import CaseKey, composed, names_of
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
from goldgate.model.sampling import Drop
from goldgate.reports.kinds import KINDS
from goldgate.reports.line import Line
from goldgate.reports.material import Material, ReportedCase
from goldgate.reports.review import drop_lines, list_lines, rest_lines, review_document
from goldgate.reports.update import update_document
from goldgate.store.golden import edit_golden
from goldgate.store.outdated import check_fresh
from goldgate.store.own_folder import own_folder
from goldgate.store.report_files import write_report
from goldgate.store.runs import open_run

_PAGE: Final = "review.html"


@frozen(kw_only=True)
class Review:
    """A run that is under review: its comparison, the markers of its suites, and all that waits.

    `questions` are all cases that wait; `compared` are the digests of the baselines that are shown.
    """

    project: Project
    held: Held
    known_failures: Mapping[str, Mapping[str, KnownFailure]]
    waiting: tuple[Subject, ...]
    questions: Mapping[CaseKey, Question]
    compared: Mapping[str, str | None]
    today: dt.date

    @property
    def variant(self) -> str:
        """The variant whose baselines are under review."""
        return self.held.comparison.variant

    @property
    def dropped(self) -> Mapping[str, Drop]:
        """The sampled suites that got worse as a whole, which no decision about a case makes good."""
        sampled = self.held.comparison.sampled.items()
        return {suite: found.drop for suite, found in sampled if found.dropped and found.drop is not None}

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to say of the run."""
        return not (self.waiting or self.dropped)

    def reported(self) -> Mapping[CaseKey, ReportedCase]:
        """What there is to say of each of them."""
        every = self.material().cases()
        return {(case.suite, case.id): case for case in every if (case.suite, case.id) in self.questions}

    def material(self) -> Material:
        """What a written report has to say of the run."""
        document = answer_of(self.project, self.held, every=False).document
        return material_of_comparison(self.project, self.held, summary=None, document=document)


def open_review(*, project: Project, run: str | None, today: dt.date, variant: str | None = None) -> Review:
    """All that waits in a run, by default the newest, of a variant; executes nothing, writes nothing.

    Raises what `update-baseline` raises where nothing of a run can be accepted, and MissingBaseline.
    """
    held = hold(project, open_run(project.root, run), today=today, variant=variant)
    of = held.comparison.variant
    known_failures = check_fresh(held.run, root=project.root, settings=project.settings, today=today, variant=of)
    update = planned(project, held.run, known_failures, today=today, request=UpdateRequest(), variant=of)
    waiting = subjects(update.promotions)
    return Review(
        project=project,
        held=held,
        known_failures=known_failures,
        waiting=waiting,
        questions={question.key: question for subject in waiting for question in subject.questions},
        compared=update.compared,
        today=today,
    )


def listed(review: Review) -> Answer:
    """What waits; exit code 1 where anything does, or a sampled suite got worse as a whole."""
    code = ExitCode.OPEN if review.is_empty else ExitCode.CLOSED
    return Answer(
        exit_code=code,
        lines=partial(list_lines, review.waiting, review.dropped, variant=review.variant),
        document=lambda: review_document(
            review.waiting,
            Decisions(),
            exit_code=code,
            update=None,
            dropped=tuple(review.dropped),
            variant=review.variant,
        ),
    )


def named_decisions(review: Review, *, accept: Sequence[str], reject: Sequence[str], reason: str | None) -> Decisions:
    """The decisions that a command line names. Raises UsageError for names that nothing waits under."""
    accepted, rejected = _keys(review, accept), _keys(review, reject)
    if both := accepted & rejected:
        raise UsageError(f"{review.questions[min(both)].name} is accepted and rejected; decide for one")
    return decisions_for(review, dict.fromkeys(accepted, reason), rejected=rejected)


def decisions_for(
    review: Review,
    accepted: Mapping[CaseKey, str | None],
    *,
    rejected: frozenset[CaseKey] = frozenset(),
    marked: Mapping[CaseKey, KnownFailure] | None = None,
    unmarked: frozenset[CaseKey] = frozenset(),
) -> Decisions:
    """Decisions that can be carried out. Raises UsageError for a case that can't be accepted, or needs a reason."""
    for key, reason in accepted.items():
        question = review.questions[key]
        if not question.can_be_accepted:
            raise UsageError(f"{question.name} can't be accepted ({question.case.ruling.case_class}): {question.why}")
        if question.needs_reason and not (reason and reason.strip()):
            raise UsageError(f"{question.name} needs --reason TEXT: it is kept in the baseline as the note of the line")
    prune = any(review.questions[key].is_removal for key in accepted)
    return Decisions(accepted=accepted, marked=marked or {}, unmarked=unmarked, rejected=rejected, prune=prune)


def require_allowed(review: Review, marker: KnownFailure) -> None:
    """Raise UsageError for a marker that the settings forbid."""
    faults = forbidden(marker, settings=review.project.settings.known_failures, today=review.today)
    if problems := [str(fault) for fault in faults]:
        raise UsageError(*problems)


def page_at(review: Review, question: Question) -> str:
    """Write the HTML report of the run into goldgate's own folder; the address of this case in it.

    Raises UsageError where jinja2 is missing, UnreadableFile.
    """
    path = own_folder(review.project.root) / _PAGE
    write_report(path, KINDS["html"].report(review.material()))
    return f"{path.resolve().as_uri()}#{urlencode({'case': question.name})}"


def carry_out(review: Review, decisions: Decisions, *, environ: Mapping[str, str]) -> Answer:
    """Write what was decided, markers first, then baselines, by the code of `update-baseline`.

    Exit code 1 where something is left: rejected, not decided, or refused. Raises UpdateRefused as `update-baseline`
    does, and where what was decided about is no longer there; OutdatedRun. Then nothing was written.
    """
    require_a_person(environ)
    update = _update(review, decisions) if decisions.written else None
    if update is not None:
        _require_unchanged(review, update)
        _edit_markers(review, decisions)
        write(update)
    refused = update is not None and any(promotion.refuses for promotion in update.promotions)
    left = refused or bool(review.dropped) or decisions.written != review.questions.keys()
    code = ExitCode.CLOSED if left else ExitCode.OPEN
    return Answer(
        exit_code=code,
        lines=lambda: _lines(review, decisions, update),
        document=lambda: review_document(
            review.waiting,
            decisions,
            exit_code=code,
            update=None
            if update is None
            else update_document(update.promotions, dry_run=False, confirm=None, variant=update.variant),
            dropped=tuple(review.dropped),
            variant=review.variant,
        ),
    )


def _lines(review: Review, decisions: Decisions, update: Update | None) -> Iterator[Line]:
    yield from rest_lines(review.waiting, decisions)
    yield from drop_lines(review.dropped, variant=review.variant)
    if update is not None:
        yield from written_lines(update)


def _update(review: Review, decisions: Decisions) -> Update:
    """The update under the markers as they will be."""
    known_failures = {suite: dict(markers) for suite, markers in review.known_failures.items()}
    for (suite, case_id), marker in decisions.marked.items():
        known_failures.setdefault(suite, {})[case_id] = marker
    for suite, case_id in decisions.unmarked:
        del known_failures[suite][case_id]
    plan = partial(planned, review.project, review.held.run, known_failures, today=review.today, variant=review.variant)
    first = plan(request=narrow_request(decisions))
    refused = [refusal for promotion in first.promotions for refusal in promotion.refused]
    return plan(request=request_of(decisions, refused))


def _require_unchanged(review: Review, update: Update) -> None:
    """Raise UpdateRefused, or OutdatedRun, where others changed cases, markers or baselines while somebody decided."""
    project = review.project
    now = check_fresh(
        review.held.run, root=project.root, settings=project.settings, today=review.today, variant=review.variant
    )
    changed = [f"the markers of suite {suite!r}" for suite in now if now[suite] != review.known_failures[suite]]
    baselines = [suite for suite in update.compared if update.compared[suite] != review.compared.get(suite)]
    if changed := [*changed, *(f"the baseline of suite {suite!r}" for suite in baselines)]:
        raise UpdateRefused(*(f"{one} changed meanwhile; nothing was written: goldgate review" for one in changed))


def _edit_markers(review: Review, decisions: Decisions) -> None:
    """Edit the lines of golden files that get a marker, or lose one; every other byte stays."""
    edit = partial(edit_golden, review.project.root, review.project.settings, today=review.today)
    for (suite, case_id), marker in decisions.marked.items():
        edit(suite, partial(with_marker, case_id=case_id, marker=marker))
    for suite, case_id in sorted(decisions.unmarked):
        edit(suite, partial(without_marker, case_id=case_id))


def _keys(review: Review, names: Sequence[str]) -> frozenset[CaseKey]:
    questions = review.questions
    by_name = {name: key for key in questions for name in names_of(*key)}
    if strangers := [name for name in names if composed(name) not in by_name]:
        raise UsageError(*(unknown("case to review", name, by_name) for name in strangers))
    return frozenset(by_name[composed(name)] for name in names)
