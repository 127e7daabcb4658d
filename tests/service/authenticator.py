"""A passkey made of a P-256 key and a counter. It does what it is told, also what no honest device would do."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, SYNCED, ATTESTED = 0x01, 0x04, 0x08, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _head(kind: int, size: int) -> bytes:
    """The head of a CBOR item."""
    if size < 24:
        return bytes([kind << 5 | size])
    return bytes([kind << 5 | 24, size]) if size < 256 else bytes([kind << 5 | 25]) + size.to_bytes(2)


def cbor(value: Any) -> bytes:
    """As much of CBOR as a passkey speaks."""
    match value:
        case int():
            return _head(0, value) if value >= 0 else _head(1, -1 - value)
        case bytes():
            return _head(2, len(value)) + value
        case str():
            return _head(3, len(value)) + value.encode()
        case _:
            return _head(5, len(value)) + b"".join(cbor(part) for item in value.items() for part in item)


class SoftPasskey:
    """One passkey of one person, at one house."""

    def __init__(
        self, origin: str, *, flags: int = PRESENT | VERIFIED, counts: bool = True, algorithm: int = -7
    ) -> None:
        self.origin = origin
        self.flags = flags
        self.counter = 1 if counts else 0
        self.counts = counts
        self.algorithm = algorithm
        self.id = secrets.token_bytes(32)
        self.owner = b""
        self.site = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def _client_data(self, kind: str, options: Mapping[str, Any], **changes: Any) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin}
        return json.dumps({**said, "crossOrigin": False, **changes}).encode()

    def _device_data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4)

    def make(self, options: Mapping[str, Any], **client: Any) -> dict[str, str]:
        """The answer to ``navigator.credentials.create``."""
        self.site, self.owner = options["rp"]["id"], decoded(options["user"]["id"])
        at = self._key.public_key().public_numbers()
        public = cbor({1: 2, 3: self.algorithm, -1: 1, -2: at.x.to_bytes(32), -3: at.y.to_bytes(32)})
        device = self._device_data(self.flags | ATTESTED) + bytes(16) + len(self.id).to_bytes(2) + self.id + public
        attestation = cbor({"fmt": "none", "attStmt": {}, "authData": device})
        return {
            "client_data": encoded(self._client_data("create", options, **client)),
            "attestation": encoded(attestation),
        }

    def sign(self, options: Mapping[str, Any], **client: Any) -> dict[str, str]:
        """The answer to ``navigator.credentials.get``."""
        self.counter += self.counts
        said, device = self._client_data("get", options, **client), self._device_data(self.flags)
        signature = self._key.sign(device + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": encoded(self.id),
            "client_data": encoded(said),
            "authenticator_data": encoded(device),
            "signature": encoded(signature),
            "user_handle": encoded(self.owner),
        }
