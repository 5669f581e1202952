import { expect, it } from 'vitest';
import { findSharedWords } from '../../../../renderer/calls/call/sidebar/find-shared-words.ts';

const passage = 'Notice N-24 is one day ahead. Notice N-72 is a text message, three days ahead. The fee is waived.';

const shared = (said: string) => findSharedWords(passage, said).map(({ start, end }) => passage.slice(start, end));

it('finds what was taken over, as one stretch, in any case and form', () => {
  expect(shared('Our bulletin says: notice n 72 is a text messages. Anything else?')).toEqual([
    'Notice N-72 is a text message',
  ]);
});

it('joins stretches that overlap and keeps others apart', () => {
  expect(shared('Three days ahead. The fee is waived, and it is one day ahead.')).toEqual([
    'is one day ahead',
    'three days ahead. The fee is waived',
  ]);
});

it('falls back to the words that both have', () => {
  expect(shared('Is there a fee for messages?')).toEqual(['message', 'fee']);
  expect(shared('')).toEqual([]);
});
