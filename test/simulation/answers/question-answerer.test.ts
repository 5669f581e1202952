import { expect, test } from 'vitest';
import { createQuestionAnswerer } from '../../../electron/service/features/simulation/answers/question-answerer.ts';
import { createRandom } from '../../../electron/service/platform/seeded-random.ts';

/** Asks the questions in one call, and returns the searches for their answers. */
async function listSearches(...questions: readonly string[]): Promise<readonly string[]> {
  const searches: string[] = [];
  const answerer = createQuestionAnswerer(
    {
      search: async (query) => {
        searches.push(query);
        return [];
      },
      compareSentences: async () => [],
      sampleChunks: () => [],
    },
    createRandom('call_1'),
  );
  for (const question of questions) await answerer.answer(question, false);
  return searches;
}

test.each(['And how much is that?', 'Can I pay for it online?'])(
  'searches for "%s" together with the question before it',
  async (question) => {
    const before = 'Do you deliver routers?';
    expect(await listSearches(before, question)).toEqual([before, `${before} ${question}`]);
  },
);

test.each([
  'Can I keep that old phone number?',
  'Do you take American Express there?',
  'Could you tell me if there is a way to get to your shop?',
])('searches for "%s" alone, because it names its subject', async (question) => {
  expect(await listSearches('Do you deliver routers?', question)).toContain(question);
});

test('searches for the first question alone', async () => {
  expect(await listSearches('And how much is that?')).toEqual(['And how much is that?']);
});
