"""Somebody at a table, as a client of the programming interface."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from typing import Any

import httpx

Record = dict[str, Any]
PATIENCE_SECONDS = 60.0
"""However busy the machine is, a house does not take longer than this."""


def patiently() -> Iterator[None]:
    """Look again and again, until it is too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        yield


class Player:
    """Somebody with a name, a cookie and a seat."""

    def __init__(self, client: httpx.Client, name: str) -> None:
        self.client = client
        self.client.headers["Origin"] = str(client.base_url).rstrip("/")
        assert self.client.post("/api/v1/session", json={"name": name}).status_code == 200

    def do(self, table: str, kind: str, body: Record | None = None, key: str | None = None) -> httpx.Response:
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        return self.client.post(f"/api/v1/tables/{table}/{kind}", json=body or {}, headers=headers)

    def view(self, table: str) -> Record:
        view: Record = self.client.get(f"/api/v1/tables/{table}").json()["view"]
        return view

    def layout(self, table: str) -> Record:
        layout: Record = self.client.get(f"/api/v1/tables/{table}").json()["layout"]
        return layout

    @property
    def cents(self) -> int:
        return int(self.client.get("/api/v1/session").json()["guest"]["cents"])

    def wager(self, table: str) -> httpx.Response:
        """The least on every spot."""
        spots = self.layout(table)["spots"]
        placed = {each["wager"]: each["minimum"] for each in spots if each["kind"] != "follow"}
        return self.do(table, "wagers", {"round": self.view(table)["round"], "wagers": placed, "ready": True})

    def until_dealt(self, table: str) -> Record:
        """Wait for the cards of a round."""
        for _ in patiently():
            view = self.view(table)
            if view["phase"] == "playing":
                return view
            time.sleep(0.02)
        raise AssertionError("no cards were dealt")

    def play(self, table: str, round_number: int) -> Record:
        """Decide until the round is over, always for the last action on offer."""
        for _ in patiently():
            view = self.view(table)
            if view["round"] > round_number:
                return view
            turn = view["turn"]
            if turn and view["you"] and turn["seat"] == view["you"]["seat"]:
                action = turn["actions"][-1]
                amount = f" {action['maximum'] / 100:.2f}" if action["maximum"] != action["minimum"] else ""
                body = {"round": round_number, "decided": view["decided"], "action": action["name"] + amount}
                assert self.do(table, "act", body).status_code == 200
            else:
                time.sleep(0.02)
        raise AssertionError("the round did not end")
