"""What a passkey is to sign: drawn anew each time, and good once, for five minutes, for one address."""

import pytest
from cupsboard.distance.verdict import Refusal
from cupsclub.store.members import Member, Passkey
from cupsclub.web.neighbours import Neighbours
from cupsclub.web.passkeys import CHALLENGE_SECONDS, MOST_CHALLENGES, Passkeys

pytest.importorskip("webauthn")
ANNA = Member(1, "Anna", "member", 0.0)
HOST, ORIGIN = "cups.example.org", "https://cups.example.org"
FORGED = {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}


def why(passkeys: Passkeys, challenge: str) -> str:
    with pytest.raises(Refusal) as refused:
        passkeys.made(challenge, FORGED, HOST, ORIGIN)
    return refused.value.why


def test_a_browser_is_told_whose_passkey_it_makes_and_for_which_address() -> None:
    told = Passkeys(Neighbours()).options(HOST, ANNA)["options"]
    assert (told["rp"]["id"], told["user"]["name"]) == (HOST, "Anna")
    assert told["authenticatorSelection"]["residentKey"] == "required"
    login = Passkeys(Neighbours()).options(HOST, None)["options"]
    assert (login["rpId"], login.get("allowCredentials", [])) == (HOST, [])


def test_what_is_to_be_signed_counts_once_and_for_five_minutes() -> None:
    now = 0.0
    passkeys = Passkeys(Neighbours(), lambda: now)
    first, second, third = (passkeys.options(HOST, ANNA) for _ in range(3))
    assert len({each["options"]["challenge"] for each in (first, second, third)}) == 3
    assert why(passkeys, first["challenge"]) == "not-yours"
    assert why(passkeys, first["challenge"]) == "stale"
    assert why(passkeys, "never drawn") == "stale"
    now = CHALLENGE_SECONDS - 1.0
    assert why(passkeys, second["challenge"]) == "not-yours"
    now = CHALLENGE_SECONDS
    assert why(passkeys, third["challenge"]) == "stale"


def test_strangers_who_ask_for_many_keep_no_member_out() -> None:
    passkeys = Passkeys(Neighbours(), lambda: 0.0)
    oldest = passkeys.options(HOST, None)
    for _ in range(MOST_CHALLENGES):
        newest = passkeys.options(HOST, None)
    assert why(passkeys, oldest["challenge"]) == "stale"
    assert why(passkeys, newest["challenge"]) == "not-yours"


def test_what_is_no_signature_lets_nobody_in() -> None:
    passkeys = Passkeys(Neighbours(), lambda: 0.0)
    challenge = passkeys.options(HOST, None)["challenge"]
    id, count = passkeys.signing(challenge, FORGED, HOST, ORIGIN)
    with pytest.raises(Refusal) as refused:
        count(Passkey(id, 1, "AAAA", 0))
    assert refused.value.why == "not-yours"
