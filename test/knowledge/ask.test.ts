import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';

let demo: StartedService;
beforeAll(async () => {
  demo = await startDemoService({ rateLimitPerMinute: 0 });
});
afterAll(() => demo.stop());

const ask = (query: string) => demo.app(appRoutes.askKnowledge, { json: { query } });

test.each(['How much is a late payment?', 'late payment', 'E-241', 'Hello, when do you open?'])(
  '“%s” is answered',
  async (query) => {
    const { data, answer, is_answered } = await ask(query);
    expect([answer, is_answered]).toEqual(['likely', true]);
    expect(data).toHaveLength(8);
  },
);

const greetings = ['hello', 'Hello?', 'Hello, good morning!', 'Yes.', 'thanks, goodbye'];

const world = ['What is the weather like in Lindale?', 'Will it rain in Ashby tomorrow?'];

test.each(['asdf qwer zxcv', 'Who designed your logo?', 'blorb flimflam 99', ...greetings, ...world])(
  '“%s” is not answered, and has the nearest passages',
  async (query) => {
    const { data, answer, is_answered } = await ask(query);
    expect([answer, is_answered]).toEqual(['none', false]);
    expect(data.length).toBeGreaterThan(0);
  },
);

test('a question that a passage possibly answers has that passage first', async () => {
  const { data, answer, is_answered } = await ask('What is the price of Mesh One?');
  expect([answer, is_answered]).toEqual(['possible', false]);
  expect(data[0]?.text).toContain('Mesh One (AD-61), $6.00 a month');
});

test('a question is understood together with the turns before it', async () => {
  const { data, answer } = await demo.app(appRoutes.askKnowledge, {
    json: { query: 'And how much is that a month?', before: ["I'd like a mesh unit."] },
  });
  expect(answer).not.toBe('none');
  expect(data[0]?.text).toContain('Mesh One (AD-61), $6.00 a month');
  expect((await ask('And how much is that a month?')).data[0]?.text).not.toContain('Mesh One (AD-61)');
});

test('a sentence is read together with the heading above it', async () => {
  const text = [
    '# Terms for pupils',
    '## Where we pick you up',
    'We collect pupils from home, work or college within eight miles of Kestrel House.',
    '## Complaints',
    'Write to care@kestrel.example. We answer within five working days.',
  ].join('\n\n');
  const { document_id } = await uploadAndWait(demo.v1, 'Terms', text, 'terms.md');
  for (const [query, start] of [
    ['do you pick me up', 'We collect'],
    ['whom do i complain to', 'Write to care@'],
  ] as const) {
    const { data, answer } = await ask(query);
    expect(answer, query).not.toBe('none');
    expect(data[0]?.text).toContain(start);
  }
  await demo.v1(v1Routes.deleteDocument, { params: { document_id } });
});

test('passages are in the order of their scores, from 0 to 1', async () => {
  const { data } = await demo.app(appRoutes.askKnowledge, {
    json: { query: 'How much is a late payment?', limit: 30 },
  });
  const scores = data.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect([Math.min(...scores) >= 0, Math.max(...scores) <= 1]).toEqual([true, true]);
});

test('a question in a script that the model does not understand finds its words, not texts in other scripts', async () => {
  const documents = await Promise.all([
    uploadAndWait(demo.v1, '退款政策', '我们的退款政策是三十天内可以全额退款。客服电话每天早上九点开始。'),
    uploadAndWait(demo.v1, 'การคืนเงิน', 'ลูกค้าสามารถขอคืนเงินได้ภายในสามสิบวัน ร้านเปิดเก้าโมงเช้า'),
  ]);
  for (const query of ['退款', '如何退款', '客服电话'])
    expect((await ask(query)).data[0]?.document_id, query).toBe(documents[0]?.document_id);
  for (const { document_id } of documents) await demo.v1(v1Routes.deleteDocument, { params: { document_id } });
});
