import { describe, expect, it } from 'vitest';
import { scoreTexts, scoreText } from '../../../renderer/palette/score-text.ts';

const ranked = (typed: string, texts: readonly string[]) =>
  texts
    .flatMap((text) => ({ text, score: scoreText(typed, text) }))
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .map(({ text }) => text);

describe('what was typed', () => {
  it('is found at the beginning of a text before that of a word, and there before the midst of one', () => {
    expect(ranked('plan', ['An airplane', 'The plan', 'Plans and pricing'])).toEqual([
      'Plans and pricing',
      'The plan',
      'An airplane',
    ]);
  });

  it('is found by every one of its words, in any order, and by none that is missing', () => {
    expect(scoreText('pricing plans', 'Plans and pricing 2026')).not.toBeNull();
    expect(scoreText('pricing boats', 'Plans and pricing 2026')).toBeNull();
  });

  it('is found by the first letters of words, not by letters thrown anywhere', () => {
    expect(scoreText('gtk', 'Go to Knowledge')).not.toBeNull();
    expect(scoreText('gokn', 'Go to Knowledge')).not.toBeNull();
    expect(scoreText('gte', 'Go to Knowledge')).toBeNull();
    expect(scoreText('z', 'Go to Knowledge')).toBeNull();
  });

  it('is found whatever its case and the marks over its letters', () => {
    expect(scoreText('ZURICH', 'Office in Zürich')).not.toBeNull();
    expect(scoreText('zürich', 'Office in Zurich')).not.toBeNull();
  });

  it('finds the shorter of two that match alike, and everything when nothing was typed', () => {
    expect(ranked('settings', ['Go to Settings, and stay', 'Go to Settings'])[0]).toBe('Go to Settings');
    expect(scoreText('', 'Anything')).not.toBeNull();
  });

  it('is found in a name before it is found in what stands beside it', () => {
    const name = scoreTexts('calls', ['Calls', 'Go to']);
    expect(name).toBeGreaterThan(scoreTexts('calls', ['Go to', 'Calls']) ?? Infinity);
    expect(scoreTexts('none', ['Calls', 'Go to'])).toBeNull();
  });

  it('of any length is looked for in no time', () => {
    const begun = performance.now();
    scoreText(`${'a'.repeat(400)}c`, 'aa b '.repeat(20_000));
    scoreText('a'.repeat(100), 'aa b '.repeat(40));
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
