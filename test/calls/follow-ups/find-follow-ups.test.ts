import { expect, test } from 'vitest';
import type { AgentOutcome } from '../../../shared/agents/agent-definition.ts';
import type { CapturedField } from '../../../shared/calls/call-outcomes.ts';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import { findFollowUps } from '../../../electron/service/features/calls/follow-ups/find-follow-ups.ts';

const say = (...texts: readonly string[]) =>
  texts.map((text, index) => ({
    speaker: index % 2 === 0 ? ('agent' as const) : ('user' as const),
    text,
    passages: [],
  }));

const callback = { name: dispositions.callback, needs_follow_up: true };
const find = (
  turns: ReturnType<typeof say>,
  outcome: Pick<AgentOutcome, 'name' | 'needs_follow_up'> | null = null,
  fields: CapturedField[] = [],
) => findFollowUps({ turns, outcome, fields });

const budget: CapturedField = {
  field: 'budget',
  question: 'How much is your budget?',
  type: 'number',
  choices: [],
  needs_follow_up: true,
  spoken: 'that depends',
  value: null,
  answered_in: 3,
};

test('a promised callback is due, with the words of the recipient', () => {
  const turns = say(
    'Is this a good time?',
    'No, call me back tomorrow at four.',
    'I will call you tomorrow at four. Goodbye.',
  );
  expect(find(turns, callback)).toMatchObject([
    { kind: 'callback', field: '', reason: expect.stringMatching(/tomorrow/) },
  ]);
  expect(find(turns)[0]?.timeSentences[0]).toBe('No, call me back tomorrow at four.');
});

test('a request for a person is one follow-up', () => {
  const turns = say(
    'How can I help?',
    'Can somebody from your team call me on Friday?',
    'Of course. Someone will call you on Friday.',
  );
  expect(find(turns).map(({ kind }) => kind)).toEqual(['person']);
});

test('an outcome that needs a follow-up has one, unless the call promised something', () => {
  const turns = say('Hello.', 'Hello.', 'Goodbye.');
  expect(find(turns, callback)).toMatchObject([{ kind: 'outcome', reason: dispositions.callback }]);
  expect(find(turns, { ...callback, needs_follow_up: false })).toEqual([]);
});

test('no call is promised by a voicemail, or to who asks not to be called', () => {
  const message = say('Please give us a call back.');
  expect(find(message)).toEqual([]);
  const refused = say('Hello.', 'Please don’t call me again.', 'I will take you off the list.');
  expect(find(refused, { name: dispositions.doNotCall, needs_follow_up: false })).toEqual([]);
  expect(find(refused)).toEqual([]);
});

test('an answer that needs a person is due, unless it is no or missing', () => {
  const turns = say('Hello.', 'Hello.');
  const kinds = (field: Partial<CapturedField>) =>
    find(turns, null, [{ ...budget, ...field }]).map(({ kind, field: name }) => `${kind} ${name}`);
  expect(kinds({})).toEqual(['field budget']);
  expect(kinds({ needs_follow_up: false })).toEqual([]);
  expect(kinds({ spoken: '' })).toEqual([]);
  expect(kinds({ type: 'yes_no', value: 'no' })).toEqual([]);
  expect(kinds({ type: 'yes_no', value: 'yes' })).toEqual(['field budget']);
});
