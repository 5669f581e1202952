import { expect, test } from 'vitest';
import { createQuestionAnswerer } from '../../../electron/service/features/simulation/answers/question-answerer.ts';
import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import type { QuestionInContext } from '../../../electron/service/features/knowledge/answers/answer-question.ts';
import type { AnswerLevel, Passage } from '../../../shared/knowledge/knowledge.ts';

const passage: Passage = {
  document_id: 'doc_1',
  title: 'Delivery',
  chunk_id: 'chk_1',
  text: 'Routers are delivered within three days.',
  page: null,
  score: 0.6,
  dense: 0.5,
  lexical: 0.5,
};

const longText =
  'Routers are delivered within three days by a courier between eight and noon, and somebody over eighteen has to sign for them.';

/** Opens one call, in which the documents answer each question as `answer` says. */
function beginCall(
  answer: AnswerLevel | ((question: QuestionInContext) => AnswerLevel),
  maySay: string[] = [],
  text = passage.text,
) {
  const asked: { readonly question: string; readonly before: readonly string[] }[] = [];
  const answerer = createQuestionAnswerer({
    knowledge: {
      ask: async (question) => {
        asked.push(question);
        return { passages: [{ ...passage, text }], answer: typeof answer === 'function' ? answer(question) : answer };
      },
      compareSentences: async (_, sentences) => sentences.map(() => 0.5),
      matchSentences: async () => [],
      sampleChunks: () => [],
    },
    random: createRandom('call_1'),
    definition: { may_say: maySay },
    topic: '',
  });
  return { answerer, asked };
}

test('asks with the question before it, and with what was said before it in the same turn', async () => {
  const { answerer, asked } = beginCall('likely');
  await answerer.answer(['Do you deliver routers?'], { isFollowUpRequested: false });
  await answerer.answer(['How long does that take?'], { isFollowUpRequested: false, remark: 'I live in Lindale.' });
  expect(asked).toEqual([
    { question: 'Do you deliver routers?', before: [] },
    { question: 'How long does that take?', before: ['Do you deliver routers?', 'I live in Lindale.'] },
    // It can also be complete.
    { question: 'How long does that take?', before: [] },
  ]);
});

test.each([
  ['the router', /delivered within three days/],
  ['the weather', /^(?!.*delivered within three days)/],
])('if a question alone has no answer, it may have one with what was said before it: %s', async (remark, expected) => {
  const { answerer } = beginCall(({ question }) => (question.includes('router') ? 'likely' : 'none'));
  const { text } = await answerer.answer(['Will neighbours accept parcels?'], { isFollowUpRequested: false, remark });
  expect(text).toMatch(expected);
});

test('asks with the four questions before it', async () => {
  const { answerer, asked } = beginCall('likely');
  for (const question of ['One?', 'Two?', 'Three?', 'Four?', 'Five?', 'Six?'])
    await answerer.answer([question], { isFollowUpRequested: false });
  expect(asked.findLast(({ before }) => before.length > 0)?.before).toEqual(['Two?', 'Three?', 'Four?', 'Five?']);
});

test('asks with a turn that is both only once', async () => {
  const { answerer, asked } = beginCall('likely');
  await answerer.answer(['Do you deliver routers?'], { isFollowUpRequested: false });
  await answerer.answer(['How long does that take?'], {
    isFollowUpRequested: false,
    remark: 'Do you deliver routers?',
  });
  expect(asked[1]?.before).toEqual(['Do you deliver routers?']);
});

test.each([
  ['likely', /^(?!.*not sure)(?!.*misunderstanding).*delivered within three days/, 1],
  ['possible', /(?:not sure|misunderstanding).*: .*delivered within three days/, 1],
  ['none', /^(?!.*delivered within three days)/, 0],
] as const)('if an answer is %s, says so', async (answer, expected, passageCount) => {
  const {
    text,
    passages,
    hasNoAnswer = false,
  } = await beginCall(answer).answerer.answer(['How long does it take?'], { isFollowUpRequested: false });
  expect(text).toMatch(expected);
  expect(passages).toHaveLength(passageCount);
  expect(hasNoAnswer).toBe(answer === 'none');
});

test('answers several questions of a turn, and says once what it does not know', async () => {
  const { answerer } = beginCall('none');
  const answered = await answerer.answer(['Do you deliver routers?', 'And where is it from?'], {
    isFollowUpRequested: false,
  });
  expect(answered).toMatchObject({ hasNoAnswer: true, offersFollowUp: true, passages: [] });
  expect(answered.text.match(/\?/g)).toHaveLength(1);
});

test('another question with the same answer gets all of it', async () => {
  const { answerer } = beginCall('likely', [], longText);
  const ask = async (question: string) => (await answerer.answer([question], { isFollowUpRequested: false })).text;
  await ask('How long does it take?');
  expect(await ask('Who signs for it?')).toContain('somebody over eighteen');
});

test('asks in other words, too', async () => {
  const { answerer, asked } = beginCall(({ question }) => (question.includes('parts') ? 'likely' : 'none'));
  const { hasNoAnswer } = await answerer.answer(['can I pay it in bits'], { isFollowUpRequested: false });
  expect(asked.map(({ question }) => question)).toContain('can I pay it in parts');
  expect(hasNoAnswer).toBe(false);
});

test('says a sentence that the agent may say if no document answers', async () => {
  const { answerer } = beginCall('none', ['We deliver on Saturdays as well.']);
  const { text, hasNoAnswer } = await answerer.answer(['Do you deliver on Saturdays?'], { isFollowUpRequested: false });
  expect([text, hasNoAnswer]).toEqual(['We deliver on Saturdays as well.', false]);
});
