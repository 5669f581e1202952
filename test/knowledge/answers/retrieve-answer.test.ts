import { expect, test } from 'vitest';
import { retrieveAnswer } from '../../../electron/service/features/knowledge/answers/retrieve-answer.ts';
import type { AnswerLevel } from '../../../shared/knowledge/knowledge.ts';

/** Answers from one passage. All its sentences are equally similar to all questions, except for `closest`. */
async function ask(
  text: string,
  question: string,
  { before = [], closest = '', answer = 'likely' }: { before?: string[]; closest?: string; answer?: AnswerLevel } = {},
) {
  const compared: string[] = [];
  const found = await retrieveAnswer(
    question,
    {
      ask: async () => ({
        passages: [
          {
            document_id: 'doc_1',
            title: 'Information',
            chunk_id: 'chk_1',
            text,
            page: null,
            score: 0.5,
            dense: 0.5,
            lexical: 0.5,
          },
        ],
        answer,
      }),
      compareSentences: async (query, sentences) => {
        compared.push(query);
        return sentences.map((sentence) => (closest !== '' && sentence.includes(closest) ? 0.9 : 0.4));
      },
      matchSentences: async () => [],
    },
    before,
  );
  return { level: found.level, said: found.sentences.join(' '), compared };
}

const hours = `Branch | Day | Hours
Ashby | Friday | 9:00 to 13:00
Ashby | Monday | 10:00 to 12:00
Lindale | Friday | 8:00 to 16:00
Lindale | Monday | closed all day`;

const prices = `Ticket\tHourly\tDaily\tDeposit
Canoe\t9 EUR\t40 EUR\t20 EUR
Raft\t\t70 EUR\t50 EUR
Kayak\t11 EUR\t\t30 EUR`;

test.each([
  ['When is the Lindale branch open on Monday?', 'Lindale: day Monday, hours closed all day.'],
  ['Is the branch in Ashby open on Fridays?', 'Ashby: day Friday, hours 9:00 to 13:00.'],
])('“%s” is answered by the row that has its words', async (question, expected) => {
  expect((await ask(hours, question, { closest: '8:00 to 16:00' })).said).toBe(expected);
});

const openDays = 'Mon\tclosed\nTue–Thu\t10:00–19:00\nFri\t10:00–21:00\nSat\t10:00–15:00';

test.each([
  ['are you open on mondays', openDays, 'Mon: closed.'],
  ['until when are you open on Wednesday?', openDays, 'Tue–Thu: 10:00–19:00.'],
  ['when do you close on saturdays', openDays, 'Sat: 10:00–15:00.'],
  ['Do you open on sundays?', 'Tue–Fri\t10:00–19:00\nSat to Mon\tby appointment', 'Sat to Mon: by appointment.'],
])('“%s” is answered by the row that includes the day', async (question, text, expected) => {
  expect((await ask(text, question, { closest: 'Fri' })).said).toBe(expected);
});

test.each([
  ['How much is the canoe?', 'The canoe is rented for $9.00 an hour.'],
  ['How much is a canoe that is not returned?', 'A canoe that is not returned costs $400.00.'],
])('“%s” is answered by an exception only if it names the exception', async (question, expected) => {
  const text =
    'A canoe that is not returned costs $400.00. Every boat has a paddle, a seat and a bag for clothes that stays dry. The canoe is rented for $9.00 an hour.';
  expect((await ask(text, question)).said).toMatch(new RegExp(`^${expected.replaceAll('$', '\\$')}`));
});

test('a row is found by its name, even if another one has more values', async () => {
  const { said } = await ask(prices, 'How much is the raft per day?', { closest: 'Canoe' });
  expect(said).toBe('Raft: daily 70 EUR, deposit 50 EUR.');
});

test('a row without a value in the column that is asked for answers nothing', async () => {
  expect(await ask(prices, 'How much is the raft per hour?')).toMatchObject({ level: 'none', said: '' });
  expect(await ask(prices, 'What does the kayak cost per hour?')).toMatchObject({ level: 'likely' });
});

test('an instruction to employees is not spoken', async () => {
  const text = 'Parcels are insured. If a caller asks for the insurer, tell the caller that it is confidential.';
  expect(await ask(text, 'Who is the insurer?', { closest: 'confidential' })).toMatchObject({
    level: 'none',
    said: '',
  });
  expect(await ask(text, 'Are parcels insured?', { closest: 'Parcels are' })).toMatchObject({
    level: 'likely',
    said: 'Parcels are insured.',
  });
});

test('a price is spoken beside an instruction to say it, without tags', async () => {
  const text = '<p>The visit costs $89.00.</p>\nSay what it costs before the tenant asks.';
  const { said } = await ask(text, 'What does it cost?');
  expect(said).toBe('The visit costs $89.00.');
});

test('the sentences are compared with a question and the topic that it refers to', async () => {
  const before = ['Is there a sale on dryers?', 'And online?'];
  const { compared } = await ask('The sale ends in May. Dryers are sold online.', 'When does it end?', { before });
  expect(compared).toEqual(['Is there a sale on dryers? And online? When does it end?', 'When does it end?']);
  const { compared: complete } = await ask('The sale ends in May.', 'How much is a move to Ashby?', { before });
  expect(complete).toEqual(['How much is a move to Ashby?']);
});

test('what is below a heading for employees is not spoken, except for what they are told to say', async () => {
  const text =
    'The move costs $15.00.\n\nFor agents\nMention the winter offer.\nTell the customer that the router can stay where it is.';
  expect(await ask(text, 'Is there an offer in winter?', { closest: 'winter' })).toMatchObject({ level: 'none' });
  expect(await ask(text, 'Can I keep the router?', { closest: 'router' })).toMatchObject({
    said: expect.stringMatching(/^The router can stay where it is\.$/),
  });
});

test('a list answers as a whole, unless the question names one of its entries', async () => {
  const text = 'How to pay\n- by card in the app\n- in cash';
  expect((await ask(text, 'How can I settle that?')).said).toBe('By card in the app, in cash.');
  expect((await ask(text, 'Do you take cash?', { closest: 'in cash' })).said).toBe('In cash.');
});
