from goldgate.model.shard import Shard
from goldgate.reports.line import plain_text
from goldgate.reports.shard import shard_lines, shard_name

SHARD = Shard(number=2, of=5)


def test_a_shard_says_that_there_are_others() -> None:
    assert plain_text(shard_lines(SHARD, cases=3)) == (
        "shard 2/5: goldgate merge makes one run of the runs of all shards\n"
    )


def test_a_shard_without_a_case_says_that_this_is_fine() -> None:
    assert plain_text(shard_lines(SHARD, cases=0)) == (
        "no case falls into shard 2/5; goldgate merge takes its run all the same\n"
    )


def test_of_a_run_without_shards_nothing_is_told() -> None:
    assert (plain_text(shard_lines(None, cases=3)), shard_name(None)) == ("", None)


def test_machines_are_told_the_name() -> None:
    assert shard_name(SHARD) == "2/5"
