import { describe, expect, it } from 'vitest';
import { scoreTexts, scoreText } from '../../../renderer/data/score-text.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

const rank = (query: string, texts: readonly string[]) =>
  texts
    .flatMap((text) => ({ text, score: scoreText(query, text) }))
    .filter(({ score }) => score !== null)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map(({ text }) => text);

describe('a query', () => {
  it('ranks the start of the text over the start of a word, and that over the middle of a word', () => {
    expect(rank('plan', ['An airplane', 'The plan', 'Plans and pricing'])).toEqual([
      'Plans and pricing',
      'The plan',
      'An airplane',
    ]);
  });

  it('matches if all of its words occur, in any order', () => {
    expect(scoreText('pricing plans', 'Plans and pricing 2026')).not.toBeNull();
    expect(scoreText('pricing boats', 'Plans and pricing 2026')).toBeNull();
  });

  it('matches the first letters of consecutive words, but not scattered letters', () => {
    expect(scoreText('gtk', 'Go to Knowledge')).not.toBeNull();
    expect(scoreText('gokn', 'Go to Knowledge')).not.toBeNull();
    expect(scoreText('gte', 'Go to Knowledge')).toBeNull();
    expect(scoreText('z', 'Go to Knowledge')).toBeNull();
  });

  it('ignores case and diacritics', () => {
    expect(scoreText('lodz', 'Łódź')).not.toBeNull();
    expect(scoreText('ZURICH', 'Office in Zürich')).not.toBeNull();
    expect(scoreText('zürich', 'Office in Zurich')).not.toBeNull();
  });

  it('ranks the shorter of two equal matches first, and matches everything if it is empty', () => {
    expect(rank('settings', ['Go to Settings, and stay', 'Go to Settings'])[0]).toBe('Go to Settings');
    expect(scoreText('', 'Anything')).not.toBeNull();
  });

  it('ranks a match in the name over a match in the context', () => {
    const name = scoreTexts('calls', ['Calls', 'Go to']);
    expect(name).toBeGreaterThan(scoreTexts('calls', ['Go to', 'Calls']) ?? Infinity);
    expect(scoreTexts('none', ['Calls', 'Go to'])).toBeNull();
  });

  it('is matched quickly, even if query and text are very long', () => {
    const readMs = startProcessorTimer();
    scoreText(`${'a'.repeat(400)}c`, 'aa b '.repeat(20_000));
    scoreText('a'.repeat(100), 'aa b '.repeat(40));
    expect(readMs()).toBeLessThan(500);
  });
});
