"""Passkeys (WebAuthn): at sign-in one takes the place of the code, beside the password. It signs for the house's own
name alone, so a page that looks like ours gets nothing of use. Nobody proves how well a device guards its half: that is
why the password is asked for as well."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from fido2 import webauthn
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode

from croupier.errors import BadInput
from croupier.people.access_log import Act
from croupier.people.logins import COPIED, LoginFailed, Logins, Passkey, Secrets, hash_of, now_ms
from croupier.records import Record, converted, plain, replace

MOST: Final = 10  # Passkeys of one person.
LONGEST_NAME: Final = 40
LONGEST_DATA: Final = 2_048  # Bytes of an id and a public key.
ALGORITHMS: Final = (-7, -8, -257)  # ES256, EdDSA and RS256: every device has one of them.


class Site(NamedTuple):
    """Where browsers have the house."""

    name: str  # The name that passkeys are bound to (the RP id of WebAuthn).
    origin: str  # Scheme, name and port of our own pages.


class Unreadable(BadInput):
    """What a browser sent is not the answer of a passkey."""


@dataclass(frozen=True)
class Signed:
    """A challenge of ours, signed by some passkey. Whose it is, and whether it is good, is not known yet."""

    id: str
    client: webauthn.CollectedClientData
    device: webauthn.AuthenticatorData
    signature: bytes
    owner: bytes  # Whom the device says it belongs to.

    @classmethod
    def read(cls, id: str, client_data: str, device_data: str, signature: str, owner: str) -> "Signed":
        try:
            if websafe_encode(websafe_decode(id)) != id:
                raise ValueError("its id is not base64url")
            return cls(
                id,
                webauthn.CollectedClientData(websafe_decode(client_data)),
                webauthn.AuthenticatorData(websafe_decode(device_data)),
                websafe_decode(signature),
                websafe_decode(owner),
            )
        except Exception as error:  # the library raises whatever a malformed part leads to
            raise Unreadable(f"this is not the answer of a passkey: {error!s:.80}") from None


@dataclass(frozen=True)
class Shown:
    """A signed challenge, with where and for which challenge it was asked."""

    signed: Signed
    site: Site
    challenge: bytes

    @property
    def mark(self) -> str:
        return mark_of(self.signed.id)

    def refusal(self, held: Secrets, person: str) -> str:
        """Why the answer does not prove this person; empty if it does. A good one is counted."""
        signed = self.signed
        known = held.passkeys.get(person, {}).get(signed.id)
        if known is None:
            return "not one of theirs"
        if known.stopped:
            return "stopped before"
        if signed.owner != owner_of(person):
            return "made for somebody else"
        if signed.client.cross_origin:
            return "shown inside another page"
        response = webauthn.AuthenticatorAssertionResponse(
            client_data=signed.client, authenticator_data=signed.device, signature=signed.signature
        )
        try:
            _server(self.site).authenticate_complete(
                _state(self.challenge),
                [webauthn.AttestedCredentialData(websafe_decode(known.data))],
                {"rawId": signed.id, "response": response},
            )
        except Exception as error:  # a signature over odd numbers may fail in any way
            return f"{error!s:.60}".rstrip(".") or "cannot be checked"
        if signed.device.is_backup_eligible() != known.synced:
            return "not the kind that was registered"
        is_counted = signed.device.counter or known.counter
        if is_counted and signed.device.counter <= known.counter:
            held.passkeys[person][signed.id] = replace(known, stopped=now_ms())
            return COPIED
        held.passkeys[person][signed.id] = replace(known, counter=signed.device.counter, used=now_ms())
        return ""


@dataclass(frozen=True)
class Made:
    """A new passkey, as a browser sends it."""

    client: webauthn.CollectedClientData
    attestation: str

    @classmethod
    def read(cls, client_data: str, attestation: str) -> "Made":
        try:
            return cls(webauthn.CollectedClientData(websafe_decode(client_data)), attestation)
        except Exception as error:
            raise Unreadable(f"this is not a new passkey: {error!s:.80}") from None

    def checked(self, site: Site, challenge: bytes) -> webauthn.AuthenticatorData:
        """What the device says about it; LoginFailed if it is not an answer to our challenge."""
        if self.client.cross_origin:
            raise LoginFailed("the passkey was made inside another page")
        said = {"clientDataJSON": self.client.b64, "attestationObject": self.attestation}
        try:
            response = webauthn.AuthenticatorAttestationResponse.from_dict(said)
            made = response.attestation_object.auth_data.credential_data
            answer = {"rawId": websafe_encode(made.credential_id) if made else "", "response": response}
            found = _server(site).register_complete(_state(challenge), answer)
        except Exception as error:
            raise LoginFailed(f"the passkey is not accepted: {error!s:.80}".rstrip(".")) from None
        data = found.credential_data
        if data is None or data.public_key.ALGORITHM not in ALGORITHMS or len(data) > LONGEST_DATA:
            raise LoginFailed("the passkey is not accepted: it signs in a way that is not known here")
        return found


class Passkeys:
    """The passkeys of the people of one book."""

    def __init__(self, logins: Logins) -> None:
        self._logins = logins

    def of(self, person: str) -> Mapping[str, Passkey]:
        """By id."""
        return self._logins.file.read().passkeys.get(person, {})

    def check_may_have(self, person: str) -> None:
        """LoginFailed for somebody who could not have one more."""
        if person not in self._logins.file.read().factors:
            raise LoginFailed(
                "a passkey takes the place of a code, and you have no second factor yet",
                hint="two supervisors invite you to set one up",
            )
        if len(self.of(person)) >= MOST:
            raise LoginFailed(f"nobody has more than {MOST} passkeys", hint="remove one that you no longer use")

    def add(self, person: str, name: str, made: webauthn.AuthenticatorData, where: str) -> None:
        """Keep the public half of a new passkey."""
        data = made.credential_data
        assert data is not None
        id, called = websafe_encode(data.credential_id), name.strip()
        if not called or len(called) > LONGEST_NAME or not called.isprintable():
            raise BadInput(f"a passkey has a name of 1 to {LONGEST_NAME} letters", hint="as in: key on my ring")
        with self._logins.file.changed() as held:
            # Asked again under the lock: the second factor may have ended meanwhile.
            if person not in held.factors or len(held.passkeys.get(person, {})) >= MOST:
                raise LoginFailed("the passkey came too late", hint="sign in again, then register it again")
            if any(id in theirs for theirs in held.passkeys.values()):
                raise LoginFailed("this passkey is registered already", hint="use another device")
            mine = held.passkeys.setdefault(person, {})
            if any(passkey.name == called for passkey in mine.values()):
                raise BadInput(f"you have a passkey named {called}", hint="choose another name")
            mine[id] = Passkey(
                name=called,
                data=websafe_encode(data),
                counter=made.counter,
                synced=made.is_backup_eligible(),
                at=now_ms(),
            )
        self._logins.log.write(Act.PASSKEY_REGISTERED, person, f"from {where}, named {called}", about=mark_of(id))

    def remove(self, person: str, mark: str, where: str) -> str:
        with self._logins.file.changed() as held:
            mine = held.passkeys.get(person, {})
            id = next((known for known in mine if mark_of(known) == mark), None)
            if id is None:
                raise BadInput(f"you have no passkey {mark[:12]}")
            gone = mine.pop(id)
        self._logins.log.write(Act.PASSKEY_REMOVED, person, f"from {where}, named {gone.name}", about=mark_of(id))
        return id


class SigningOptions(Record, rename="camel"):
    """What a browser asks its passkeys, as ``PublicKeyCredential.parseRequestOptionsFromJSON`` takes it."""

    challenge: str
    rp_id: str
    user_verification: str


class RelyingParty(Record):
    """The site that a passkey is for."""

    name: str
    id: str


class PasskeyUser(Record, rename="camel"):
    """Whose a passkey is."""

    name: str
    id: str
    display_name: str


class PasskeyAlgorithm(Record):
    """An algorithm that a passkey may sign by."""

    type: str
    alg: int


class KnownPasskey(Record):
    """A passkey that is registered: the device that has it makes no second one."""

    type: str
    id: str


class AuthenticatorSelection(Record, rename="camel"):
    """What the device must be able to do."""

    resident_key: str
    user_verification: str
    require_resident_key: bool


class MakingOptions(Record, rename="camel"):
    """What a browser asks a device for, as ``PublicKeyCredential.parseCreationOptionsFromJSON`` takes it."""

    rp: RelyingParty
    user: PasskeyUser
    challenge: str
    pub_key_cred_params: list[PasskeyAlgorithm]
    exclude_credentials: list[KnownPasskey]
    authenticator_selection: AuthenticatorSelection


def asked_to_sign(site: Site) -> tuple[SigningOptions, bytes]:
    """What a browser asks its passkeys, and the challenge in it: it names none, so it tells a stranger nothing."""
    options, _ = _server(site).authenticate_begin(user_verification=webauthn.UserVerificationRequirement.REQUIRED)
    return converted(SigningOptions, plain(dict(options.public_key))), options.public_key.challenge


def asked_to_make(site: Site, person: str, name: str, have: Mapping[str, Passkey]) -> tuple[MakingOptions, bytes]:
    """What a browser asks a device for a new passkey, and the challenge; a device that has one makes no second."""
    user = webauthn.PublicKeyCredentialUserEntity(id=owner_of(person), name=person, display_name=name[:64])
    options, _ = _server(site).register_begin(
        user,
        [webauthn.AttestedCredentialData(websafe_decode(passkey.data)) for passkey in have.values()],
        webauthn.ResidentKeyRequirement.REQUIRED,
        webauthn.UserVerificationRequirement.REQUIRED,
    )
    return converted(MakingOptions, plain(dict(options.public_key))), options.public_key.challenge


def owner_of(person: str) -> bytes:
    """What a device keeps about whose a passkey is."""
    return hashlib.sha256(f"croupier passkeys of {person}".encode("utf-8", "surrogatepass")).digest()


def mark_of(id: str) -> str:
    """A short name for the id of a passkey."""
    return hash_of(id)[:12]


def _server(site: Site) -> Fido2Server:
    server = Fido2Server(
        webauthn.PublicKeyCredentialRpEntity(name="Croupier", id=site.name),
        verify_origin=lambda origin: origin == site.origin,
    )
    kind = webauthn.PublicKeyCredentialType.PUBLIC_KEY
    server.allowed_algorithms = [webauthn.PublicKeyCredentialParameters(type=kind, alg=number) for number in ALGORITHMS]
    return server


def _state(challenge: bytes) -> dict[str, str]:
    return {"challenge": websafe_encode(challenge), "user_verification": webauthn.UserVerificationRequirement.REQUIRED}
