import { describe, expect, it } from 'vitest';
import { splitText } from '../../../../renderer/features/knowledge/split-text.ts';

describe('splitText', () => {
  it('splits after lines, or else after words', () => {
    expect(splitText('one two\nthree four', 10)).toEqual(['one two\n', 'three four']);
    expect(splitText('aaaa bbbb cccc', 10)).toEqual(['aaaa bbbb ', 'cccc']);
  });

  it('keeps all text in blocks of at most the given length', () => {
    const text = `${'word '.repeat(900)}${'x'.repeat(5_000)}\n${'🎧'.repeat(3_001)}`;
    const blocks = splitText(text, 1_001);
    expect(blocks.join('')).toBe(text);
    expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(1_001);
    expect(blocks.every((block) => block.isWellFormed())).toBe(true);
  });

  it('returns a short text as one block', () => {
    expect(splitText('')).toEqual(['']);
    expect(splitText('short')).toEqual(['short']);
  });
});
