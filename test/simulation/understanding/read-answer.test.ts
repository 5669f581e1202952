import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbedder, type Embedder } from '../../../electron/service/features/knowledge/embedding/embedder.ts';
import { createTurnClassifier } from '../../../electron/service/features/simulation/understanding/classify-turns.ts';
import { modelDir } from '../../helpers/service/model-dir.ts';
import { splitTurn } from '../../../shared/calls/split-turn.ts';
import type { AgentQuestion } from '../../../shared/agents/agent-definition.ts';
import { readAnswer } from '../../../electron/service/features/simulation/understanding/read-answer.ts';
import { readPointedChoice } from '../../../electron/service/features/simulation/understanding/read-choice.ts';
import { readYesNo } from '../../../electron/service/features/simulation/understanding/read-yes-no.ts';
import { readTime } from '../../../electron/service/platform/spoken/read-time.ts';
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

const unread = { now, agreedDate: null, agreedTime: null, yesNoProbabilities: null } as const;

async function read(more: Partial<AgentQuestion>, text: string, isAsked = true): Promise<string | null> {
  const turn = { ...unread, text, parts: await classifyAsOther.classify([text]), isAsked };
  return readAnswer(ask(more), turn)?.value ?? null;
}

describe('an answer to a question for yes or no', () => {
  let embedder: Embedder;
  beforeAll(() => {
    embedder = createEmbedder({ modelDir });
  });
  afterAll(() => embedder.close());

  test.each([
    ['Do you have a pet?', 'the landlord would never allow it', 'no'],
    ['Have you used our portal before?', 'i do it all through there, every month', 'yes'],
    ['Is the tap still dripping?', 'gone since your plumber was here, touch wood', 'no'],
    ['Would you like to renew your contract?', 'in that case i wont renew it came late every single month', 'no'],
    ['Do you want to go ahead with it?', "I don't want to be a nuisance, but yes please", 'yes'],
    ['Did you receive the letter?', "oh, I didn't receive it till Friday, but yes", 'yes'],
    ['Do you have a pet?', 'what difference does that make to anybody', null],
    ['Do you have a pet?', 'i would have to ask my wife about that first', null],
  ])('to “%s”, “%s” is %s', async (text, said, answer) => {
    const { classify, judgeAnswer } = createTurnClassifier(embedder);
    const turn = {
      ...unread,
      text: said,
      parts: await classify(splitTurn(said)),
      yesNoProbabilities: await judgeAnswer(said),
      isAsked: true,
    };
    expect(readAnswer(ask({ type: 'yes_no', text }), turn)?.value ?? null).toBe(answer);
  });

  test('what the parts say counts more than the odds of the whole', async () => {
    const parts = await classifyAsOther.classify(['yes']);
    const yesNoProbabilities = { yes: 0.1, no: 0.8 };
    const turn = { ...unread, text: 'yes', parts, yesNoProbabilities, isAsked: true };
    expect(readAnswer(ask({ type: 'yes_no' }), turn)?.value).toBe('yes');
    expect(
      readAnswer(ask({ type: 'yes_no' }), { ...turn, parts: await classifyAsOther.classify(['well']) })?.value,
    ).toBe('no');
  });
});

describe('a day and a time', () => {
  test.each([
    ['Any time after six is fine.', 'after 6 PM'],
    ['Tonight, after seven.', 'tonight after 7 PM'],
    ['tomorrow at eight in the evening', 'tomorrow at 8 PM'],
  ])('“%s” is repeated as “%s”', (turn, phrase) => {
    expect(readTime(turn, now)?.phrase).toBe(phrase);
  });

  test.each([
    ['friday', '2026-12-04', null],
    ['friday, not thursday', '2026-12-04', null],
    ['two oclock, no wait, i have the hairdresser then, make it four', null, '16:00'],
    ["I can't on Monday, maybe tuesday at half past nine", '2026-12-01', '09:30'],
    ['the 7th is bad, the ninth', '2026-12-09', null],
    ['monday the 7th at ten thirty', '2026-12-07', '10:30'],
    ['Try me tomorrow afternoon, around four.', '2026-11-29', '16:00'],
    ['december 12th at 10 am', '2026-12-12', '10:00'],
    ['Any time after six is fine.', null, '18:00'],
    ['at 3.30 p.m.', null, '15:30'],
    ['last friday', '2026-11-27', null],
    ['wensday at quarter to nine', '2026-12-02', '08:45'],
    ['oh and make it ten past seven', null, '19:10'],
    ['tuesday at twenty to 5', '2026-12-01', '16:40'],
    ['five minutes to one on friday', '2026-12-04', '12:55'],
    ['monday from ten to five', '2026-11-30', '10:00'],
    ['monday at 8 in the evening', '2026-11-30', '20:00'],
    ['monday first thing, 7:30', '2026-11-30', '07:30'],
    ['saturday morning. half nine', '2026-12-05', '09:30'],
    ['not next week, the one after, friday', '2026-12-11', null],
    ['thursday week', '2026-12-10', null],
    ['monday in two weeks', '2026-12-07', null],
    ['december twenty first at noon', '2026-12-21', '12:00'],
    ['end of january. the thirtieth', '2027-01-30', null],
    ['wed or thurs', '2026-12-03', null],
    ['tuesday between 2 and 3', '2026-12-01', '14:00'],
    ['monday after work', '2026-11-30', '17:00'],
    ['friday first thing', '2026-12-04', '08:00'],
    ['friday, but not before ten', '2026-12-04', '10:00'],
    ['the week after next', null, null],
    ['sometime in december', null, null],
    ['I am free on friday eleven december', '2026-12-11', null],
    ['the twenty second of january', '2027-01-22', null],
    ['a table for twelve, december please', null, null],
    ['after 5 pm I am at home', null, '17:00'],
    ['no no three is too early, make it five', null, '17:00'],
    ['thought you said friday. monday is fine', '2026-11-30', null],
  ])('%s', (turn, date, time) => {
    expect(readTime(turn, now)).toMatchObject({ date, time });
  });

  test.each([
    'any day but monday',
    'anything but monday',
    'not monday or tuesday',
    'mondays are bad',
    'any weekday',
    'every four weeks after all',
    'I have a minute',
    'may I ask something',
    'I have two kids',
    'I am busy now',
    'on the second floor',
    'its about 2 metres 20',
  ])('none is in: %s', (turn) => {
    expect(readTime(turn, now)).toBeNull();
  });

  test.each([
    ['the week after next, same day', '2026-12-09', null],
    ['a week later', '2026-12-09', null],
    ['the day after', '2026-12-03', null],
    ['monday is my sister. the day after', '2026-12-01', null],
    ['my sister comes that day, the one before', '2026-12-01', null],
    ['make it half past', null, '19:30'],
    ['an hour later', null, '20:00'],
    ['say eight', null, '20:00'],
    ['at eight in the morning', null, '08:00'],
  ])('“%s” refers to what was agreed on', (turn, date, time) => {
    expect(readTime(turn, now, { agreedDate: '2026-12-02', agreedTime: '19:00' })).toMatchObject({ date, time });
  });

  test.each([
    ['no wait, wednesday at three', '2026-12-09'],
    ['rather this wednesday', '2026-12-02'],
    ['friday the 18th', '2026-12-18'],
  ])('after an agreement on a later week, “%s” names %s', (turn, date) => {
    expect(readTime(turn, now, { agreedDate: '2026-12-08' })?.date).toBe(date);
  });

  test('a day without a month is in the month that was agreed on', () => {
    expect(readTime('no, the tenth', now, { agreedDate: '2027-03-14' })?.date).toBe('2027-03-10');
  });

  test('“if I say yes” is no yes', async () => {
    const parts = await classifyAsOther.classify(['if I say yes']);
    expect(readYesNo(parts)).toBeNull();
  });
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

test('the name of a road is no time', () => {
  expect(readTime("I'm driving, I'm on the m six", now)).toBeNull();
  expect(readTime("put me on a two o'clock", now)?.time).toBe('14:00');
});

describe('answers to questions of each type', () => {
  test.each([
    ['he is well thanks', 'yes'],
    ["she isn't that well", 'no'],
    ['well, he had a cold', null],
    ['I think he is', 'yes'],
    ["they don't", 'no'],
    ['it is a cat', null],
  ])('“Is your pet well at the moment?” “%s”', async (turn, value) => {
    expect(await read({ type: 'yes_no', text: 'Is your pet well at the moment?' }, turn)).toBe(value);
  });

  test.each([
    ['second', '2'],
    ['on the third floor', '3'],
    ['ground floor', '0'],
    ['the 4th', '4'],
    ['just a second', null],
    ['first or second', null],
  ])('“Which floor is it on?” “%s”', async (turn, value) => {
    expect(await read({ text: 'Which floor is it on?' }, turn)).toBe(value);
  });

  test.each([
    ["it's m dot okoye at mail dot example dot org", 'm.okoye@mail.example.org'],
    ['j-o-e at example dot com', 'joe@example.com'],
    ['ana_lopez99@example.com, all lowercase', 'ana_lopez99@example.com'],
    ['k for kilo, o, v, a, c at example dot com', 'kovac@example.com'],
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
    ['then the yearly one', null],
    ['just the one since we split up', '1'],
    ['there is only us three', '3'],
    ['both', '2'],
    ['ten thousand', '10000'],
    ['me and my wife', '2'],
    ['me the wife and her brother', '3'],
    ['two adults and the little one', '3'],
    ['1,200', '1200'],
    ['no thanks', null],
    ['four one seven two nine', '41729'],
    ['oh eight three one five', '8315'],
  ])('number: %s', async (turn, value) => {
    expect(await read({}, turn)).toBe(value);
  });

  test.each([
    ['we rent', 'no'],
    ['paid off since ninety eight', 'yes'],
    ['its a bungalow', null],
  ])('whether someone owns a house: %s', async (turn, value) => {
    expect(await read({ type: 'yes_no', text: 'Do you own the house?' }, turn)).toBe(value);
    expect(await read({ type: 'yes_no', text: 'Would you like a visit?' }, turn)).toBeNull();
  });

  test('a day in the past does not answer when something will be', async () => {
    const question = { type: 'date', text: 'When will you bring it back?' } as const;
    expect(await read(question, 'I returned that on friday')).toBeNull();
    expect(await read(question, "I looked for it, I'll bring it on friday")).toBe('2026-12-04');
    expect(await read(question, 'I wanted to come on friday')).toBe('2026-12-04');
    expect(await read({ ...question, text: 'When did you bring it back?' }, 'I returned it last friday')).toBe(
      '2026-11-27',
    );
  });

  test('praise is no text', async () => {
    expect(await read({ type: 'text', text: 'Anything else?' }, 'good stuff, cheers')).toBeNull();
    expect(await read({ type: 'text', text: 'Anything else?' }, 'good brakes would be nice')).not.toBeNull();
  });

  test('an age is read before it is asked for', async () => {
    expect(await read({ text: 'How old is your child?' }, 'my boys just turned six', false)).toBe('6');
    expect(await read({ text: 'How old is your child?' }, 'we come at six', false)).toBeNull();
  });

  test('people are counted, and corrected', async () => {
    expect(await read({}, 'fifty four of us, no sorry, fifty five, our cook is coming')).toBe('55');
    expect(await read({ text: 'How many people will come with you?' }, 'just mum and nan then')).toBe('2');
    expect(await read({ text: 'How many people will come with you?' }, 'me, my wife and our son')).toBe('2');
    expect(await read({}, 'nine of us, I mean, if it is before 6')).toBe('9');
    expect(await read({}, 'me and the wife and two kids so four of us')).toBe('4');
    expect(await read({}, 'two of us and three kids')).toBe('5');
    expect(await read({ text: 'How many people will come with you?' }, 'me, my wife and my son, so three of us')).toBe(
      '2',
    );
  });

  test('a number that was not asked for needs its noun', async () => {
    expect(await read({}, 'we come with 3 people', false)).toBe('3');
    expect(await read({}, 'I live at number 3', false)).toBeNull();
    expect(await read({ text: 'How many guests will come?' }, 'there are ten of us', false)).toBe('10');
    expect(await read({}, 'we are nine now', false)).toBe('9');
  });

  test('a number that was not asked for can follow what it counts', async () => {
    const text = 'From one to ten, how would you rate the caretaker?';
    expect(await read({ text }, 'the caretaker is fine, nine', false)).toBe('9');
  });

  test('a time that was not asked for is no answer if it is only a limit', async () => {
    expect(await read({ type: 'time' }, 'friday, but not before ten', false)).toBeNull();
    expect(await read({ type: 'time' }, 'not before ten')).toBe('10:00');
  });

  test('“fair enough” and “good to know” choose no answer', async () => {
    const rating: Partial<AgentQuestion> = { type: 'choice', choices: ['Good', 'Fair', 'Poor'] };
    expect(await read(rating, 'okay, fair enough', false)).toBeNull();
    expect(await read(rating, 'good to know', false)).toBeNull();
    expect(await read(rating, 'it was fair')).toBe('Fair');
  });

  test('a choice without its name counts only if it was asked for', async () => {
    const choice: Partial<AgentQuestion> = { type: 'choice', choices: ['Letter', 'E-mail'] };
    expect(await read(choice, 'from the first of february', false)).toBeNull();
    expect(await read(choice, 'this is the last time I tell you')).toBeNull();
    expect(await read(choice, 'the last one please')).toBe('E-mail');
    expect(await read(choice, 'no letters please email')).toBe('E-mail');
    expect(await read(choice, 'no, letters')).toBe('Letter');
  });

  test('“our” is “your” for the agent, unless only that tells two choices apart', async () => {
    const place: Partial<AgentQuestion> = { type: 'choice', choices: ['Our centre', 'Your workplace'] };
    expect(await read(place, 'thats fine do it here at our workplace')).toBe('Your workplace');
    expect(await read({ type: 'choice', choices: ['Home delivery', 'Shop delivery'] }, 'delivery to the shop')).toBe(
      'Shop delivery',
    );
  });

  test.each([
    ['that one then', 'Plus'],
    ["i'll take that one how much is it", 'Plus'],
    ['no, not that one', null],
    ['i have that already', null],
    ['that will do me no good', null],
  ])('“%s” after the agent has named one choice', (said, value) => {
    const question = ask({ type: 'choice', text: 'Which one?', choices: ['Basic', 'Plus', 'Max'] });
    const found = readPointedChoice({ question, value: null }, said, 'Plus has more minutes. Which one?');
    expect(found?.value ?? null).toBe(value);
  });

  test('“the other one” changes a choice of two, and “the other day” none', () => {
    const question = ask({ type: 'choice', choices: ['Basic', 'Plus'] });
    expect(readPointedChoice({ question, value: 'Plus' }, 'the other one please', '')?.value).toBe('Basic');
    expect(readPointedChoice({ question, value: 'Plus' }, 'i told him the other day', '')).toBeNull();
  });

  test('a weekday can be a choice', async () => {
    expect(await read({ type: 'choice', choices: ['Monday', 'Thursday'] }, 'then thursdays')).toBe('Thursday');
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
    ['the middle one', 'Fixed desk'],
    ['hm', null],
  ])('choice: %s', async (turn, value) => {
    expect(await read({ type: 'choice', choices: ['Flex desk', 'Fixed desk', 'Office'] }, turn)).toBe(value);
  });
});
