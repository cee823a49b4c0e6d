import asyncio

from goldgate.agents.strands import running_loop, running_task


def test_where_no_loop_runs_there_is_none() -> None:
    assert (running_loop(), running_task()) == (None, None)


def test_in_a_task_both_are_known() -> None:
    async def main() -> bool:
        return running_loop() is asyncio.get_running_loop() and running_task() is asyncio.current_task()

    assert asyncio.run(main())


def test_in_a_callback_there_is_a_loop_and_no_task() -> None:
    async def main() -> tuple[bool, object]:
        loop = asyncio.get_running_loop()
        seen: asyncio.Future[tuple[bool, object]] = loop.create_future()
        loop.call_soon(lambda: seen.set_result((running_loop() is loop, running_task())))
        return await seen

    assert asyncio.run(main()) == (True, None)
