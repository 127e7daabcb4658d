"""Plain HTTP on loopback alone: every other address needs a certificate, or a proxy that is named."""

from __future__ import annotations

import contextlib
import datetime
import json
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from croupier.errors import BadInput
from croupier.service.server import PromptProtocol, open_socket, transport_of
from tests.service.running import House, quick


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "is not loopback, and plain HTTP is only for this machine"),
        ({"proxy": "10.0.0.5"}, "under which browsers reach"),
        ({"names": ("casino.example",)}, "is not loopback"),
    ],
)
def test_an_open_address_is_refused(options: dict[str, object], words: str) -> None:
    chosen = {"certificate": None, "key": None, "proxy": None, "names": ()} | options
    transport = transport_of(**chosen)  # type: ignore[arg-type]
    listening = open_socket("0.0.0.0", 0)
    try:
        with pytest.raises(BadInput, match=words):
            transport.check(listening)
    finally:
        listening.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("x.pem", None, None, ()), "belong together"),
        (("no.pem", "no.key", None, ()), "there is no file no.pem"),
        ((None, None, "a proxy", ()), "is not an IP address"),
        ((None, None, None, ("https://x",)), "is not a host name"),
        ((None, None, None, ("",)), "is not a host name"),
        ((None, None, None, ("casino.test:0",)), "is not a host name"),
        ((None, None, None, ("casino.test:",)), "is not a host name"),
    ],
)
def test_options_that_do_not_fit(options: tuple[object, ...], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        transport_of(*options)  # type: ignore[arg-type]


def test_a_name_may_say_the_port_that_browsers_use() -> None:
    names = ("Casino.test", "two.test:8443")
    assert transport_of(None, None, "10.0.0.5", names).ports == {"casino.test": 443, "two.test": 8443}
    direct = transport_of(None, None, None, names)
    assert (direct.names, direct.ports) == (("casino.test", "two.test"), {"two.test": 8443})


def certificate(folder: Path) -> tuple[Path, Path]:
    """One for casino.test, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "casino.test")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("casino.test")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "casino.pem", folder / "casino.key"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return public, private


def test_the_house_speaks_https_under_its_name(tmp_path: Path) -> None:
    public, private = certificate(tmp_path)
    command = [sys.executable, "-m", "croupier", "serve", "--port", "0", "--database", str(tmp_path / "house.db")]
    command += ["--certificate", str(public), "--key", str(private), "--name", "casino.test"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as house:
        try:
            assert house.stdout is not None
            address = house.stdout.readline().strip()
            assert address.startswith("https://127.0.0.1:")
            trusted = ssl.create_default_context(cafile=str(public))
            trusted.check_hostname = False
            with httpx.Client(verify=trusted, timeout=60) as client:
                named = client.get(f"{address}/healthz", headers={"host": "casino.test"})
                assert named.status_code == 200
                assert named.headers["strict-transport-security"] == "max-age=31536000"
                assert client.get(f"{address}/healthz", headers={"host": "other.test"}).status_code == 421
            here = ("127.0.0.1", httpx.URL(address).port or 0)
            with socket.create_connection(here, 60) as line, trusted.wrap_socket(line) as spoken:
                spoken.sendall(b"no such thing\r\n\r\n")
                received_until_it_ends(spoken)
        finally:
            house.terminate()
            _, log = house.communicate(timeout=60)
    told = [json.loads(line)["event"] for line in log.splitlines()]
    assert "Invalid HTTP request received." in told, "what a library logs is JSON too"


def test_a_head_that_never_ends_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first request of a connection and in a later one. A live view on the side goes on."""
    whole = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with House(quick(tmp_path)) as house:
        where = ("127.0.0.1", httpx.URL(house.address).port or 0)
        lines = [b"GET /api/v1/lobby/live HTTP/1.1", b"Host: 127.0.0.1", b"Connection: Upgrade", b"Upgrade: websocket"]
        lines += [b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: " + b"A" * 22 + b"==", b"", b""]
        with socket.create_connection(where, 60) as viewer:
            viewer.sendall(b"\r\n".join(lines))
            assert viewer.recv(12) == b"HTTP/1.1 101"
            for before in (whole, b""):
                with socket.create_connection(where, 60) as slow:
                    slow.sendall(before)
                    assert not before or slow.recv(65536).startswith(b"HTTP/1.1 200")
                    # Only now: what is sent whole must be answered on the busiest machine.
                    monkeypatch.setattr(PromptProtocol, "header_seconds", 0.1)
                    with contextlib.suppress(ConnectionError):  # it may be hung up on by now
                        slow.sendall(whole[:20])
                    assert b"HTTP/1.1" not in received_until_it_ends(slow), "at most the rest of the first answer"
            viewer.sendall(bytes([0x89, 0x84, 0, 0, 0, 0]) + b"here")  # a ping, and its answer
            heard = b""
            while b"\x8a\x04here" not in heard:
                part = viewer.recv(65536)
                assert part, "the live view was hung up on as well"
                heard += part


def received_until_it_ends(line: socket.socket) -> bytes:
    """What still comes before the other side hangs up, by a reset or without one."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard
