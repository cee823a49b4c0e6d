import json
from fractions import Fraction

import attrs
import pytest
from jsonschema import Draft202012Validator

from goldgate.errors import BadFile
from goldgate.formats.evidence import MOST_FINDINGS, read_evidence, write_evidence
from goldgate.formats.schemas import schema
from goldgate.model.evidence import Evidence, Finding, PairMode
from goldgate.model.value import Json

FINDING = Finding(
    run="20261130-100000-000000",
    finished_at="2026-11-30T10:00:00+00:00",
    mode=PairMode.JOINT,
    linked=("triage", "말투"),
    suites={"letters": "4e9c770b05314eed"},
    skill_digest="f7d22429cd65770a",
    cases=4,
    pass_rate=Fraction(1),
    rate_without=Fraction(1, 2),
)
LATER = attrs.evolve(FINDING, run="20261130-110000-000000", pass_rate=Fraction(3, 4), mode=PairMode.PER_SKILL)
EVIDENCE = Evidence(skill="triage", findings=(FINDING, LATER))


def refused(document: object) -> str:
    with pytest.raises(BadFile) as raised:
        read_evidence(json.dumps(document).encode(), file="evidence/triage.json")
    return str(raised.value)


def test_what_was_written_is_read() -> None:
    text = write_evidence(EVIDENCE, {})

    assert read_evidence(text.encode(), file="f")[0] == EVIDENCE
    Draft202012Validator(schema("evidence")).validate(json.loads(text))


def test_findings_from_before_it_was_counted_say_nothing_of_what_was_handed() -> None:
    counted = attrs.evolve(EVIDENCE, findings=(FINDING, attrs.evolve(LATER, handed=4, loaded=0)))
    document = json.loads(write_evidence(counted, {}))
    del document["findings"][0]["handed"], document["findings"][0]["loaded"]

    read, _ = read_evidence(json.dumps(document).encode(), file="f")

    assert read == counted
    assert [(one.handed, one.loaded) for one in read.findings] == [(None, None), (4, 0)]


def test_the_newest_finding_stands_at_the_top() -> None:
    document = json.loads(write_evidence(EVIDENCE, {}))

    assert (document["run"], document["mode"]) == ("20261130-110000-000000", "per-skill")
    assert document["pass_rate"] == {"fraction": "3/4", "value": 0.75}
    assert document["delta"] == {"fraction": "1/4", "value": 0.25}


def test_keys_of_others_stay_where_they_are() -> None:
    others: dict[str, Json] = {"maturity": {"level": 3}, "skill": "old", "note": "메모"}

    document = json.loads(write_evidence(EVIDENCE, others))

    assert (document["maturity"], document["note"], document["skill"]) == ({"level": 3}, "메모", "triage")
    assert list(document)[:3] == ["maturity", "skill", "note"]


def test_only_the_last_findings_are_kept() -> None:
    many = Evidence(skill="triage", findings=(FINDING,) * MOST_FINDINGS + (LATER,))

    found, _ = read_evidence(write_evidence(many, {}).encode(), file="f")

    assert (len(found.findings), found.newest) == (MOST_FINDINGS, LATER)


def test_what_is_no_evidence_is_refused() -> None:
    written = json.loads(write_evidence(EVIDENCE, {}))

    assert refused([]) == 'evidence/triage.json: expected an object with "goldgate": "evidence", got list @ $'
    assert "expected schema 1, got int 2" in refused(written | {"schema": 2})
    assert "expected at least one finding" in refused(written | {"findings": []})
    assert "$.findings[0]" in refused(written | {"findings": [{}]})
    assert "expected a rate from 0 to 1" in refused(
        written | {"findings": [written["findings"][0] | {"pass_rate": {"fraction": "2"}}]}
    )


def test_findings_compare_where_the_same_was_asked_with_the_same_skills() -> None:
    edited = attrs.evolve(FINDING, suites={"letters": "0"})
    alone = attrs.evolve(FINDING, linked=("triage",))
    turned = attrs.evolve(FINDING, linked=("말투", "triage"))

    evidence = Evidence(skill="triage", findings=(edited, alone, turned, LATER))

    assert evidence.comparable == (turned, LATER)
