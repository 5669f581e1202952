import { describe, expect, it } from 'vitest';
import { compareTokens } from '../../../electron/service/features/knowledge/answers/compare-tokens.ts';
import {
  tokenDimensions,
  tokenRowSize,
  type TokenRows,
} from '../../../electron/service/features/knowledge/embedding/token-rows.ts';

/** Makes the rows of tokens, each of which has its meaning on one axis. */
function makeRows(...tokens: readonly { readonly axis: number; readonly importance?: number }[]): TokenRows {
  const rows = new Float32Array(tokens.length * tokenRowSize);
  tokens.forEach(({ axis, importance = 0 }, index) => {
    rows[index * tokenRowSize + axis] = 1;
    rows[index * tokenRowSize + tokenDimensions + axis] = 1;
    rows[(index + 1) * tokenRowSize - 1] = importance;
  });
  return rows;
}

const passage = makeRows({ axis: 1 }, { axis: 2 }, { axis: 3 });

describe('compareTokens', () => {
  it('prefers the passage that has each token of the question, in any order', () => {
    const question = makeRows({ axis: 3 }, { axis: 1 });
    expect(compareTokens(question, passage)).toBeGreaterThan(
      compareTokens(question, makeRows({ axis: 1 }, { axis: 4 })),
    );
    expect(compareTokens(question, makeRows({ axis: 3 }, { axis: 2 }, { axis: 1 }))).toBeCloseTo(
      compareTokens(question, passage),
    );
  });

  it('counts a missing token as much as it is important', () => {
    const lacks = (importance: number) => compareTokens(makeRows({ axis: 1 }, { axis: 5, importance }), passage);
    expect(lacks(-3)).toBeGreaterThan(lacks(0));
    expect(lacks(0)).toBeGreaterThan(lacks(3));
  });

  it('says nothing without tokens', () => {
    expect(compareTokens(new Float32Array(0), passage)).toBe(0);
    expect(compareTokens(passage, new Float32Array(0))).toBe(0);
  });
});
