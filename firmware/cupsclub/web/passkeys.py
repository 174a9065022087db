"""Passkeys of members, by the library `webauthn`, where the extra `club` is installed.

Only the public half of a key ever comes here. What a browser is to sign is drawn anew each time, and counts
once and for five minutes.
"""

import json
import secrets
from collections.abc import Callable
from importlib.util import find_spec
from time import monotonic
from typing import Any

from cupsboard.distance.verdict import Refusal
from cupsboard.distance.wire import TOKEN_CHARACTERS

from cupsclub.store.members import Member, Passkey
from cupsclub.web.neighbours import Neighbours, Shared

CHALLENGE_SECONDS = 300.0
MOST_CHALLENGES = 1000
NAME = "Cups"
"""What a browser calls the club when it asks for a passkey."""


def new_token() -> str:
    """Return 256 random bits, as hexadecimal digits."""
    return secrets.token_hex(TOKEN_CHARACTERS // 2)


class Passkeys:
    """Draws what is to be signed, and judges what comes back. Raises Refusal for what does not hold."""

    def __init__(self, neighbours: Neighbours, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        # What one process draws may be answered at another.
        self._drawn = Shared(neighbours, "drawn", tuple[bytes, float])

    @property
    def are_possible(self) -> bool:
        """Return whether the library is installed."""
        return find_spec("webauthn") is not None

    def options(self, host: str, member: Member | None) -> dict[str, Any]:
        """Return what a browser needs to make a passkey for a member, or to sign with one it has (None)."""
        if not self.are_possible:
            raise Refusal("illegal", "This server has no passkeys: its extra `club` is not installed.")
        import webauthn
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        name, challenge = self._draw()
        told: Any
        if member is None:
            told = webauthn.generate_authentication_options(rp_id=host, challenge=challenge)
        else:
            selection = AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            )
            told = webauthn.generate_registration_options(
                rp_id=host,
                rp_name=NAME,
                user_name=member.name,
                user_id=str(member.number).encode(),
                challenge=challenge,
                authenticator_selection=selection,
            )
        return {"challenge": name, "options": json.loads(webauthn.options_to_json(told))}

    def made(
        self, challenge: str, credential: dict[str, Any], host: str, origin: str
    ) -> tuple[str, str, int]:
        """Return the id, the public key and the count of a passkey that a browser has made."""
        import webauthn
        from webauthn.helpers import bytes_to_base64url

        due = self._taken(challenge)
        try:
            found = webauthn.verify_registration_response(
                credential=credential, expected_challenge=due, expected_rp_id=host, expected_origin=origin
            )
        except Exception as fault:
            raise _refused(fault) from None
        return (
            bytes_to_base64url(found.credential_id),
            bytes_to_base64url(found.credential_public_key),
            found.sign_count,
        )

    def signing(
        self, challenge: str, credential: dict[str, Any], host: str, origin: str
    ) -> tuple[str, Callable[[Passkey], int]]:
        """Return which passkey is said to have signed, and what judges that: how often it has by now."""
        import webauthn
        from webauthn.helpers import base64url_to_bytes

        due = self._taken(challenge)

        def count(passkey: Passkey) -> int:
            try:
                found = webauthn.verify_authentication_response(
                    credential=credential,
                    expected_challenge=due,
                    expected_rp_id=host,
                    expected_origin=origin,
                    credential_public_key=base64url_to_bytes(passkey.public_key),
                    credential_current_sign_count=passkey.count,
                )
            except Exception as fault:
                raise _refused(fault) from None
            return int(found.new_sign_count)

        return str(credential.get("id", "")), count

    def _draw(self) -> tuple[str, bytes]:
        now = self._now()
        self._drawn.keep(lambda each: each[1] > now)
        if len(self._drawn) >= MOST_CHALLENGES:
            # The oldest: strangers who ask for many keep no member out.
            del self._drawn[next(iter(self._drawn))]
        name, challenge = secrets.token_hex(16), secrets.token_bytes(32)
        self._drawn[name] = challenge, now + CHALLENGE_SECONDS
        return name, challenge

    def _taken(self, name: str) -> bytes:
        challenge, until = self._drawn.taken(name) or (b"", 0.0)
        if until <= self._now():
            raise Refusal("stale", "This took too long; try once more.")
        return challenge


def _refused(fault: Exception) -> Refusal:
    return Refusal("not-yours", f"The passkey was not accepted: {fault}")
