"""The dask backend on a real local cluster: the same integers as threads, also when a worker is killed in mid-run."""

from __future__ import annotations

import importlib
import os
import signal
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.errors import BadInput, MissingPart
from croupier.questions.simulating import prepare, simulate

distributed: Any = importlib.import_module("distributed")
pytestmark = pytest.mark.slow
SPEC = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_killed_worker_changes_nothing(cluster: Any) -> None:
    plan = prepare(SPEC)
    rounds = 16_000_000
    by_threads = simulate(plan, rounds, 7).finish()
    killed: list[int] = []
    last = None
    for partial in simulate(plan, rounds, 7, backend="dask", dask_address=cluster.scheduler_address):
        if not killed:
            # The first chunk has come back, and many are under way.
            worker = cluster.workers[0]
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)
        last = partial
    assert killed
    assert last is not None
    assert last.is_complete
    assert last.backend == "dask"
    assert last.tally == by_threads.tally
    assert "workers" in last.device


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_dask_checkpoint_goes_on_with_threads(cluster: Any) -> None:
    plan = prepare(SPEC)
    kept = None
    for partial in simulate(plan, 6_000_000, 3, backend="dask", dask_address=cluster.scheduler_address):
        kept = partial.checkpoint()
        break
    assert kept is not None
    assert simulate(plan, 6_000_000, 3, checkpoint=kept).finish().tally == simulate(plan, 6_000_000, 3).finish().tally


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_game_without_a_kernel_travels_too(cluster: Any) -> None:
    plan = prepare("keep-it-straight", "basic")
    assert not plan.by_kernel
    by_dask = simulate(plan, 600, 5, backend="dask", dask_address=cluster.scheduler_address).finish()
    assert by_dask.tally == simulate(plan, 600, 5).finish().tally


def test_no_cluster_is_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.sim import clusters

    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1)
    started = time.monotonic()
    with pytest.raises(MissingPart, match=r"no Dask cluster answers at tcp://127\.0\.0\.1:1"):
        simulate(SPEC, 1000, backend="dask", dask_address="tcp://127.0.0.1:1").finish()
    assert time.monotonic() - started < 60
    with pytest.raises(BadInput, match="goes with the dask backend"):
        simulate(SPEC, 1000, dask_address="tcp://127.0.0.1:1")


def test_something_else_that_listens_is_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.sim import clusters

    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(MissingPart, match="no Dask cluster answers"):
            simulate(SPEC, 1000, backend="dask", dask_address=address).finish()
