import { expect, it } from 'vitest';
import { findSharedWords } from '../../../../../../renderer/features/calls/call/sidebar/find-shared-words.ts';

const passage = 'Notice N-24 is one day ahead. Notice N-72 is a text message, three days ahead. The fee is waived.';

const listShared = (spoken: string) =>
  findSharedWords(passage, spoken).map(({ start, end }) => passage.slice(start, end));

it('finds a quoted run of words in any case and form', () => {
  expect(listShared('Our bulletin says: notice n 72 is a text messages. Anything else?')).toEqual([
    'Notice N-72 is a text message',
  ]);
});

it('joins overlapping runs and separates others', () => {
  expect(listShared('Three days ahead. The fee is waived, and it is one day ahead.')).toEqual([
    'is one day ahead',
    'three days ahead. The fee is waived',
  ]);
});

it('falls back to single words that both texts contain', () => {
  expect(listShared('Is there a fee for messages?')).toEqual(['message', 'fee']);
  expect(listShared('')).toEqual([]);
});
