import json
from fractions import Fraction
from pathlib import Path

import attrs
import pytest

from goldgate.errors import BadFile, LockHeld, UsageError
from goldgate.model.evidence import Evidence, Finding, PairMode
from goldgate.store.evidence import add_finding, evidence_of, evidence_path, require_evidence
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file

FINDING = Finding(
    run="r1",
    finished_at="2026-11-30T10:00:00+00:00",
    mode=PairMode.JOINT,
    linked=("triage",),
    suites={"letters": "4e9c"},
    skill_digest="f7d2",
    cases=4,
    pass_rate=Fraction(1),
    rate_without=Fraction(1, 2),
)
SECOND = attrs.evolve(FINDING, run="r2")


def test_findings_come_one_after_the_other(tmp_path: Path) -> None:
    assert evidence_of(tmp_path, "triage") is None
    assert add_finding(tmp_path, "triage", FINDING) == tmp_path / "evidence" / "triage.json"
    add_finding(tmp_path, "triage", SECOND)

    assert require_evidence(tmp_path, "triage") == Evidence(skill="triage", findings=(FINDING, SECOND))


def test_a_finding_of_the_same_run_is_replaced(tmp_path: Path) -> None:
    add_finding(tmp_path, "triage", FINDING)
    add_finding(tmp_path, "triage", attrs.evolve(FINDING, cases=5))

    assert [one.cases for one in require_evidence(tmp_path, "triage").findings] == [5]


def test_keys_of_others_are_carried_over(tmp_path: Path) -> None:
    path = add_finding(tmp_path, "triage", FINDING)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"maturity": "draft"}))

    add_finding(tmp_path, "triage", SECOND)

    document = json.loads(path.read_text())
    assert (document["maturity"], document["run"]) == ("draft", "r2")


def test_only_one_at_a_time_adds_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who read before the other one wrote would take the finding of that away."""
    monkeypatch.setattr("goldgate.store.locks.PATIENCE", 0.1)
    with lock(lock_file(tmp_path, "evidence"), what="it"), pytest.raises(LockHeld, match="the evidence on skills"):
        add_finding(tmp_path, "triage", FINDING)
    assert evidence_of(tmp_path, "triage") is None


def test_evidence_that_can_not_be_read_is_left_alone(tmp_path: Path) -> None:
    path = evidence_path(tmp_path, "triage")
    path.parent.mkdir()
    path.write_text("{")

    with pytest.raises(BadFile):
        add_finding(tmp_path, "triage", FINDING)
    assert path.read_text() == "{"


def test_evidence_on_another_skill_is_refused(tmp_path: Path) -> None:
    add_finding(tmp_path, "triage", FINDING).rename(evidence_path(tmp_path, "tone"))

    with pytest.raises(BadFile, match="holds the evidence on another skill: 'triage'"):
        evidence_of(tmp_path, "tone")


def test_where_there_is_none_the_nearest_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^there is no evidence on 'triag'; a completed goldgate pair"):
        require_evidence(tmp_path, "triag")
    add_finding(tmp_path, "triage", FINDING)
    with pytest.raises(UsageError, match="there is no evidence on 'triag'; there is some on 'triage';"):
        require_evidence(tmp_path, "triag")
