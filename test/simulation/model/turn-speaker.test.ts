import { expect, test } from 'vitest';
import { listSpokenSentences } from '../../../electron/service/features/simulation/model/spoken-answer.ts';
import { TurnSpeaker } from '../../../electron/service/features/simulation/model/turn-speaker.ts';

function createSpeaker(canSay: (sentence: string) => boolean = () => true) {
  const said: string[] = [];
  const habits = { beginsWithThoughts: false };
  const speaker = new TurnSpeaker({ mustNeverSay: ['discount'], canSay, onSentence: (one) => said.push(one), habits });
  return { speaker, said };
}

const answers = [
  'It costs 1,200.50 euros. Mr. Smith knows more, e.g. about dates. Shall I go on?',
  '<think>They ask. I answer.</think>**We open** at 9 a.m. on Mondays.\n- One month: 20 euros.\n- Two months: 30 euros.',
  'We have a discount. See [our page](https://example.com/a.b) for more! Goodbye',
  '価格は20ユーロです。質問はありますか。',
];

test.each(answers)('an answer in pieces of any size has the sentences of the whole: %j', (answer) => {
  for (const size of [1, 2, 3, 7, 40, answer.length]) {
    const { speaker, said } = createSpeaker();
    speaker.startAnswer();
    for (let start = 0; start < answer.length; start += size) speaker.add(answer.slice(start, start + size));
    speaker.endAnswer();
    expect(said).toEqual(listSpokenSentences(answer, ['discount']));
    expect(speaker.said).toBe(said.join(' '));
  }
});

test('a sentence is said when the next one begins', () => {
  const { speaker, said } = createSpeaker();
  speaker.startAnswer();
  for (const piece of ['It', ' is', ' open.', ' You', ' can']) speaker.add(piece);
  expect(said).toEqual(['It is open.']);
});

test('from the first sentence that cannot be said, sentences are held', () => {
  const { speaker, said } = createSpeaker((sentence) => !sentence.includes('20'));
  speaker.startAnswer();
  speaker.add('Yes. It costs 20 euros. Is that good? ');
  speaker.endAnswer();
  expect(said).toEqual(['Yes.']);
  expect(speaker.held).toEqual(['It costs 20 euros.', 'Is that good?']);
  speaker.sayInsteadOfHeld(["I don't have that."]);
  expect(speaker.said).toBe("Yes. I don't have that.");
  expect(speaker.held).toEqual([]);
});

test('a long turn ends after a sentence', () => {
  const { speaker } = createSpeaker();
  speaker.startAnswer();
  speaker.add('This is one more sentence about the course. '.repeat(60));
  speaker.endAnswer();
  expect(speaker.said.length).toBeLessThanOrEqual(600);
  expect(speaker.said).toMatch(/course\.$/);
});

test('thoughts without a beginning are not spoken, from the second answer in pieces as well', () => {
  const { speaker, said } = createSpeaker();
  const answer = 'They ask. I answer.</think>\n\nWe open at nine. Shall I go on?';
  const spoken = ['We open at nine.', 'Shall I go on?'];
  speaker.startAnswer();
  speaker.add(answer);
  speaker.endAnswer();
  expect(said).toEqual(spoken);
  speaker.startAnswer();
  for (const piece of answer.split(/(?<= )/)) speaker.add(piece);
  speaker.endAnswer();
  expect(said).toEqual([...spoken, ...spoken]);
  speaker.startAnswer();
  speaker.add('We close at six. Goodbye.');
  speaker.endAnswer();
  expect(said.slice(4)).toEqual(['We close at six.', 'Goodbye.']);
});

test('after thoughts that were taken for the answer, the answer is spoken', () => {
  const { speaker, said } = createSpeaker();
  speaker.startAnswer();
  for (const piece of ['They ask. ', 'I answer. ', '</think>We open ', 'at nine. ', 'Goodbye.']) speaker.add(piece);
  speaker.endAnswer();
  expect(said.slice(-2)).toEqual(['We open at nine.', 'Goodbye.']);
});
