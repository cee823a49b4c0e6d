"""What did the user ask to keep in mind? Places and reminders, in the state that the world hands over."""

from typing import Any

from goldgate import Context


class Memory:
    """Reads and writes `{"memory": {name: place}, "reminders": [{"date", "text"}]}` in the context's state."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def places(self) -> dict[str, str]:
        """Where things live, by the name that the user gave them."""
        return dict(self._state().get("memory", {}))

    def phase(self) -> str | None:
        """The phase that the assistant is in; None when nobody set one."""
        return self._state().get("phase")

    def remember(self, *, name: str, place: str) -> str:
        """Keep where something lives."""
        with self._context.step(name, {"value": place}, kind="memory_write"):
            self._own_state().setdefault("memory", {})[name] = place
        return place

    def remind(self, *, date: str, text: str) -> str:
        """Keep a reminder for a day."""
        with self._context.step("reminder", {"date": date, "text": text}, kind="schedule"):
            self._own_state().setdefault("reminders", []).append({"date": date, "text": text})
        return date

    def _state(self) -> dict[str, Any]:
        return self._context.state if isinstance(self._context.state, dict) else {}

    def _own_state(self) -> dict[str, Any]:
        if not isinstance(self._context.state, dict):
            self._context.state = {}
        return self._state()
