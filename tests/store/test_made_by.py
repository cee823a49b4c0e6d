import attrs

from goldgate.model.result import RunHeader
from goldgate.model.shard import Shard
from goldgate.store.made_by import command_for, command_on

HEADER = RunHeader(run="run-1", goldgate="0.1.0", started="", suites={}, trials=0)
SHARD = attrs.evolve(HEADER, shard=Shard(number=2, of=5), selection="--tag slow --shard 2/5")


def test_most_runs_are_made_by_run() -> None:
    assert (command_for(HEADER), command_on(HEADER)) == ("goldgate run", "goldgate run --resume")


def test_of_a_run_of_which_nothing_is_known_it_is_run_as_well() -> None:
    assert (command_for(None), command_on(None)) == ("goldgate run", "goldgate run --resume")


def test_trials_that_were_judged_again_are_judged_once_more() -> None:
    again = attrs.evolve(HEADER, trials_of="run-0")
    assert (command_for(again), command_on(again)) == ("goldgate judge run-0", "goldgate judge --fresh --resume")


def test_a_shard_is_made_anew_by_its_selection_and_goes_on_without() -> None:
    assert (command_for(SHARD), command_on(SHARD)) == ("goldgate run --tag slow --shard 2/5", "goldgate run --resume")


def test_a_run_that_was_merged_is_merged_anew() -> None:
    assert command_for(attrs.evolve(HEADER, merged=("run-2", "run-3"))) == "goldgate merge RUN..."
