import { describe, expect, test } from 'vitest';
import {
  createRuleEvaluator,
  toComparableText,
  type RuleFacts,
} from '../../electron/service/features/calls/scorecard/evaluate-rule.ts';
import type { CriterionRule } from '../../shared/calls/scorecards.ts';
import { createSampleTurn } from '../helpers/components/sample-call.ts';

const turns = [
  createSampleTurn('user', 'Hello? Do you sell coffee?', 0, 3),
  createSampleTurn('agent', 'Good morning, this is Northwind. It’s $59 a month.', 3, 10),
  createSampleTurn('user', 'Is there a fee?', 14, 2),
  createSampleTurn('agent', 'No, there isn’t. Anything else?', 16, 5),
];

const evaluate = (rule: CriterionRule, facts: Partial<RuleFacts> = {}) => {
  const said = facts.turns ?? turns;
  return createRuleEvaluator(rule)({
    turns: said,
    texts: said.map(({ text }) => toComparableText(text)),
    hasTimes: true,
    disposition: 'interested',
    unansweredTurns: [],
    unsupportedTurns: [],
    ...facts,
  });
};

describe('words of the agent', () => {
  test('are found without regard to case and quotation marks, and link their turn', () => {
    expect(evaluate({ type: 'agent_says', text: "it's $59", first_turn_only: false })).toEqual({
      answer: 'yes',
      turn: 1,
    });
    expect(evaluate({ type: 'agent_says', text: 'anything ELSE', first_turn_only: false })).toEqual({
      answer: 'yes',
      turn: 3,
    });
    expect(evaluate({ type: 'agent_says', text: 'goodbye', first_turn_only: false })).toEqual({
      answer: 'no',
      turn: null,
    });
  });

  test('count in the first turn of the agent only, if the rule says so', () => {
    expect(evaluate({ type: 'agent_says', text: 'northwind', first_turn_only: true }).answer).toBe('yes');
    expect(evaluate({ type: 'agent_says', text: 'anything else', first_turn_only: true }).answer).toBe('no');
  });

  test('are whole words, and not the recipient’s', () => {
    expect(evaluate({ type: 'agent_never_says', text: 'fee' })).toEqual({ answer: 'yes', turn: null });
    expect(evaluate({ type: 'agent_never_says', text: 'isn’t' })).toEqual({ answer: 'no', turn: 3 });
    expect(evaluate({ type: 'agent_never_says', text: 'any' }).answer).toBe('yes');
  });

  test('of scripts without spaces are found inside a sentence, and signs have no meaning of their own', () => {
    const other = { turns: [createSampleTurn('agent', 'お電話ありがとうございます (a+b)*')] };
    expect(evaluate({ type: 'agent_says', text: 'ありがとう', first_turn_only: false }, other).answer).toBe('yes');
    expect(evaluate({ type: 'agent_says', text: '(a+b)*', first_turn_only: false }, other).answer).toBe('yes');
    expect(evaluate({ type: 'agent_says', text: '.*', first_turn_only: false }, other).answer).toBe('no');
  });
});

test('an outcome is one of the rule’s; a call without one is not judged', () => {
  const rule = { type: 'outcome', outcomes: ['Interested', 'callback'] } as const;
  expect(evaluate({ ...rule, outcomes: [...rule.outcomes] }).answer).toBe('yes');
  expect(evaluate({ ...rule, outcomes: ['refused'] }).answer).toBe('no');
  expect(evaluate({ ...rule, outcomes: ['refused'] }, { disposition: null }).answer).toBe('not_applicable');
});

test('the talk ratio and the longest monologue are the agent’s', () => {
  expect(evaluate({ type: 'talk_ratio', max_percent: 75 }).answer).toBe('yes');
  expect(evaluate({ type: 'talk_ratio', max_percent: 74 }).answer).toBe('no');
  expect(evaluate({ type: 'monologue', max_seconds: 10 })).toEqual({ answer: 'yes', turn: 1 });
  expect(evaluate({ type: 'monologue', max_seconds: 9 })).toEqual({ answer: 'no', turn: 1 });
});

test('an unanswered question is linked', () => {
  expect(evaluate({ type: 'questions_answered' }).answer).toBe('yes');
  expect(evaluate({ type: 'questions_answered' }, { unansweredTurns: [2] })).toEqual({ answer: 'no', turn: 2 });
});

test('a sentence without a source is linked, and an agent without a language model is not judged', () => {
  const rule = { type: 'statements_supported' } as const;
  expect(evaluate(rule)).toEqual({ answer: 'yes', turn: null });
  expect(evaluate(rule, { unsupportedTurns: [3, 5] })).toEqual({ answer: 'no', turn: 3 });
  expect(evaluate(rule, { unsupportedTurns: null })).toEqual({ answer: 'not_applicable', turn: null });
});

test('a rule leaves the decision to a person if times or questions are not known', () => {
  expect(evaluate({ type: 'talk_ratio', max_percent: 50 }, { hasTimes: false }).answer).toBeNull();
  expect(evaluate({ type: 'monologue', max_seconds: 5 }, { hasTimes: false }).answer).toBeNull();
  expect(evaluate({ type: 'questions_answered' }, { unansweredTurns: null }).answer).toBeNull();
});

test('rules about turns do not apply to a call without turns', () => {
  const rules: readonly CriterionRule[] = [
    { type: 'agent_says', text: 'hello', first_turn_only: false },
    { type: 'agent_never_says', text: 'hello' },
    { type: 'talk_ratio', max_percent: 50 },
    { type: 'monologue', max_seconds: 5 },
    { type: 'questions_answered' },
  ];
  for (const rule of rules) expect(evaluate(rule, { turns: [] }).answer).toBe('not_applicable');
});
