"""Which tables are believed unasked: one row of the rules after another."""

import math
from dataclasses import fields, replace

import pytest
from cupsboard.numbers import COSTS
from cupsboard.recognition import acceptance
from cupsboard.recognition.trust import Trust
from hypothesis import given
from hypothesis import strategies as st

STEADY = Trust(at_one_look=0.99, at_two_looks=0.98, on_the_way=0.999, is_noisy=False)
CERTAIN = acceptance.Situation(1.0, 1.0, STEADY)
RULES = (*acceptance.HOW_SURE, *acceptance.AT_FIRST_SIGHT, *acceptance.ALWAYS)
FLAGS = [field.name for field in fields(acceptance.Situation) if field.type in (bool, "bool")]
TABLES = st.builds(
    acceptance.Situation,
    st.floats(0.9, 1.0),
    st.floats(0.9, 1.0),
    st.just(STEADY),
    **{name: st.booleans() for name in FLAGS if name != "is_any"},
)


def given_as(rule: acceptance.Rule, probability: float) -> acceptance.Situation:
    """A table in the situation of a rule alone, certain but for the probability that the rule compares."""
    name = "posterior" if rule.of is acceptance.Share.POSTERIOR else "counted"
    return replace(CERTAIN, **{rule.when: True, name: probability})


def test_a_certain_table_of_which_nothing_else_is_known_is_accepted() -> None:
    assert acceptance.refusal(CERTAIN) is None


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.when)
def test_each_rule_refuses_what_is_less_probable_than_it_needs_and_nothing_else(
    rule: acceptance.Rule,
) -> None:
    needed = rule.least(STEADY)
    assert acceptance.refusal(given_as(rule, math.nextafter(min(needed, 1.0), 0.0))) is rule
    assert acceptance.refusal(given_as(rule, 1.0)) is (rule if needed > 1.0 else None)
    if needed <= 1.0:
        assert acceptance.refusal(given_as(rule, needed)) is None


def test_what_two_looks_have_shown_needs_less_than_what_one_has_unless_they_disagree() -> None:
    unsure = replace(CERTAIN, counted=0.985)
    assert acceptance.refusal(unsure) is not None
    assert acceptance.refusal(replace(unsure, is_seen_again=True)) is None
    assert acceptance.refusal(replace(unsure, is_seen_again=True, has_come_by_itself=True)) is not None


def test_a_mishap_asks_for_its_own_probability_even_where_two_looks_disagree() -> None:
    odd = replace(CERTAIN, counted=COSTS.acceptance.accept_odd, has_come_by_itself=True)
    assert acceptance.refusal(odd) is not None
    assert acceptance.refusal(replace(odd, is_odd=True)) is None


def test_a_table_accepted_at_the_look_before_need_only_be_borne_out() -> None:
    again = acceptance.Situation(
        COSTS.acceptance.accept, 0.0, STEADY, is_accepted_again=True, is_on_the_way=True
    )
    assert acceptance.refusal(again) is None
    assert acceptance.refusal(replace(again, is_accepted_again=False)) is not None
    assert acceptance.refusal(replace(again, posterior=math.nextafter(again.posterior, 0.0))) is not None


@given(situation=TABLES)
def test_an_earlier_look_never_waives_what_always_counts(situation: acceptance.Situation) -> None:
    if any(rule.is_given(situation) and not rule.is_met(situation) for rule in acceptance.ALWAYS):
        assert acceptance.refusal(situation) is not None


@given(situation=TABLES, more=st.floats(0.0, 0.1))
def test_a_more_probable_table_is_never_refused_where_a_less_probable_one_is_accepted(
    situation: acceptance.Situation, more: float
) -> None:
    if acceptance.refusal(situation) is None:
        surer = replace(situation, posterior=situation.posterior + more, counted=situation.counted + more)
        assert acceptance.refusal(surer) is None


def test_every_rule_has_a_situation_of_its_own() -> None:
    assert sorted(rule.when for rule in (*RULES, acceptance.BORNE_OUT)) == sorted(FLAGS)
