import { describe, expect, test } from 'vitest';
import type { AgentQuestion } from '../../../shared/agents/agent-definition.ts';
import { readAnswer } from '../../../electron/service/features/simulation/understanding/read-answer.ts';
import { readTime } from '../../../electron/service/features/simulation/understanding/read-time.ts';
import { classifyAsOther } from '../classify-as-other.ts';

/** A Saturday. */
const now = new Date(2026, 10, 28, 10);

const ask = (more: Partial<AgentQuestion>): AgentQuestion => ({
  field: 'field',
  text: 'How many people will come?',
  type: 'number',
  choices: [],
  required: true,
  needs_follow_up: false,
  ...more,
});

async function read(more: Partial<AgentQuestion>, text: string, isAsked = true): Promise<string | null> {
  return readAnswer(ask(more), { text, parts: await classifyAsOther([text]), now, isAsked })?.value ?? null;
}

describe('a day and a time', () => {
  test.each([
    ['friday', '2026-12-04', null],
    ['friday, not thursday', '2026-12-04', null],
    ["I can't on Monday, maybe tuesday at half past nine", '2026-12-01', '09:30'],
    ['the 7th is bad, the ninth', '2026-12-09', null],
    ['monday the 7th at ten thirty', '2026-12-07', '10:30'],
    ['Try me tomorrow afternoon, around four.', '2026-11-29', '16:00'],
    ['december 12th at 10 am', '2026-12-12', '10:00'],
    ['Any time after six is fine.', null, '18:00'],
    ['at 3.30 p.m.', null, '15:30'],
    ['last friday', '2026-11-27', null],
    ['no no three is too early, make it five', null, '17:00'],
  ])('%s', (turn, date, time) => {
    expect(readTime(turn, now)).toMatchObject({ date, time });
  });

  test.each(['I have a minute', 'may I ask something', 'I have two kids', 'I am busy now', 'on the second floor'])(
    'none is in: %s',
    (turn) => {
      expect(readTime(turn, now)).toBeNull();
    },
  );

  test('a bare number is a time only if one was asked for', () => {
    expect(readTime('three', now)).toBeNull();
    expect(readTime('three', now, { isTimeExpected: true })?.time).toBe('15:00');
    expect(readTime('just one thing about the whole contract', now, { isTimeExpected: true })).toBeNull();
  });

  test('any turn takes bounded time', () => {
    const startedAt = performance.now();
    for (const part of ['monday ', 'at ', '3 ', 'the 3rd ', 'not ', 'a', '1/', 'in a '])
      readTime(part.repeat(5_000), now, { isTimeExpected: true });
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });
});

describe('answers to questions of each type', () => {
  test.each([
    ["it's m dot okoye at mail dot example dot org", 'm.okoye@mail.example.org'],
    ['j-o-e at example dot com', 'joe@example.com'],
    ['ana_lopez99@example.com, all lowercase', 'ana_lopez99@example.com'],
    ['I have none', null],
  ])('e-mail: %s', async (turn, value) => {
    expect(await read({ type: 'email' }, turn)).toBe(value);
  });

  test.each([
    ['three', '3'],
    ['four people, not five', '4'],
    ['we are a team of 6', '6'],
    ['twenty-five', '25'],
    ['just me', '1'],
    ['nine instead of six', '9'],
    ['one is vegan', null],
    ['1,200', '1200'],
    ['no thanks', null],
  ])('number: %s', async (turn, value) => {
    expect(await read({}, turn)).toBe(value);
  });

  test('a number that was not asked for needs its noun', async () => {
    expect(await read({}, 'we come with 3 people', false)).toBe('3');
    expect(await read({}, 'I live at number 3', false)).toBeNull();
    expect(await read({ text: 'How many guests will come?' }, 'there are ten of us', false)).toBe('10');
    expect(await read({}, 'we are nine now', false)).toBe('9');
  });

  test('a day that has passed answers only a question about the past', async () => {
    const type = 'date';
    expect(await read({ type, text: 'When will you pay?' }, 'I paid it last friday')).toBeNull();
    expect(await read({ type, text: 'When did you last visit us?' }, 'last friday')).toBe('2026-11-27');
  });

  test.each([
    ['the fixed one please', 'Fixed desk'],
    ['an office, not a flex desk', 'Office'],
    ['the second', 'Fixed desk'],
    ['hm', null],
  ])('choice: %s', async (turn, value) => {
    expect(await read({ type: 'choice', choices: ['Flex desk', 'Fixed desk', 'Office'] }, turn)).toBe(value);
  });
});
