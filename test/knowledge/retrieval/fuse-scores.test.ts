import { describe, expect, it } from 'vitest';
import { fuseScores } from '../../../electron/service/knowledge/retrieval/fuse-scores.ts';
import { chooseLeadingSignal } from '../../../electron/service/knowledge/retrieval/leading-signal.ts';

describe('fusing scores', () => {
  const candidates = [
    { chunkId: 1, dense: 0.6, lexical: 0 },
    { chunkId: 2, dense: 0.5, lexical: 0.5 },
    { chunkId: 3, dense: 0.2, lexical: 0.9 },
  ];

  it('adds four tenths of the second signal to the leading one', () => {
    expect(fuseScores(candidates, 'dense')).toEqual([
      { chunkId: 2, dense: 0.5, lexical: 0.5, score: expect.closeTo(0.7, 10) },
      { chunkId: 1, dense: 0.6, lexical: 0, score: expect.closeTo(0.6, 10) },
      { chunkId: 3, dense: 0.2, lexical: 0.9, score: expect.closeTo(0.56, 10) },
    ]);
    expect(fuseScores(candidates, 'lexical').map(({ chunkId }) => chunkId)).toEqual([3, 2, 1]);
  });

  it('puts the older of two equal chunks first', () => {
    const equal = [
      { chunkId: 9, dense: 0.5, lexical: 0 },
      { chunkId: 4, dense: 0.5, lexical: 0 },
    ];
    expect(fuseScores(equal, 'dense').map(({ chunkId }) => chunkId)).toEqual([4, 9]);
  });
});

describe('the leading signal', () => {
  it.each([
    ['How do I return goods?', 'dense'],
    ['Wie lange gilt die Garantie für Wärmepumpen?', 'dense'],
    ['E47', 'dense'],
    ['12345', 'dense'],
    ['Сколько действует гарантия?', 'lexical'],
    ['保証期間は何年ですか', 'lexical'],
    ['гарантия iPhone 15 сколько', 'lexical'],
  ])('for "%s" is %s', (query, leading) => {
    expect(chooseLeadingSignal(query)).toBe(leading);
  });
});
