import { describe, expect, it } from 'vitest';
import { findMatchingWords, stemWord } from '../../../shared/text/find-matching-words.ts';

const marked = (text: string, query: string) =>
  findMatchingWords(text, query).map(({ start, end }) => text.slice(start, end));

describe('matching words', () => {
  it('are found in every inflection', () => {
    expect(marked('Refunds are paid; refunding takes a week once refunded.', 'refund')).toEqual([
      'Refunds',
      'refunding',
      'refunded',
    ]);
  });

  it('exclude stop words', () => {
    expect(marked('What is the notice for it?', 'what is the notice period?')).toEqual(['notice']);
  });

  it('are whole words only', () => {
    expect(marked('The rent is not the parent of a tenant.', 'rent')).toEqual(['rent']);
  });

  it('have correct positions in texts with other scripts', () => {
    expect(marked('Ein Café in Zürich 🎧 cafe', 'café')).toEqual(['Café', 'cafe']);
  });

  it.each([
    ['policy', 'policies'],
    ['cancel', 'cancelled'],
    ['cancel', 'cancellation'],
    ['invoice', 'invoices'],
    ['deliver', 'delivery'],
    ['box', 'boxes'],
    ['call', 'calling'],
    ['pay', 'payment'],
    ['address', 'addresses'],
  ])('%s and %s have the same stem', (one, other) => {
    expect(stemWord(other)).toBe(stemWord(one));
  });

  it.each([
    ['address', 'add'],
    ['business', 'busy'],
    ['2026', '202'],
  ])('%s and %s have different stems', (one, other) => {
    expect(stemWord(other)).not.toBe(stemWord(one));
  });
});
