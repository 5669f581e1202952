import { describe, expect, it } from 'vitest';
import { fuseScores } from '../../../electron/service/features/knowledge/retrieval/fuse-scores.ts';

describe('fuseScores', () => {
  const candidates = [
    { chunkId: 1, dense: 0.6, lexical: 0 },
    { chunkId: 2, dense: 0.5, lexical: 0.5 },
    { chunkId: 3, dense: 0.2, lexical: 0.9 },
  ];

  it('ranks by the weighted mean of both scores, best first', () => {
    expect(fuseScores(candidates, { dense: 1, lexical: 0.4 })).toEqual([
      { chunkId: 2, dense: 0.5, lexical: 0.5, score: expect.closeTo(0.7 / 1.4, 10) },
      { chunkId: 1, dense: 0.6, lexical: 0, score: expect.closeTo(0.6 / 1.4, 10) },
      { chunkId: 3, dense: 0.2, lexical: 0.9, score: expect.closeTo(0.56 / 1.4, 10) },
    ]);
    expect(fuseScores(candidates, { dense: 0.4, lexical: 1 }).map(({ chunkId }) => chunkId)).toEqual([3, 2, 1]);
  });

  it('puts the older of two chunks with equal scores first', () => {
    const equal = [
      { chunkId: 9, dense: 0.5, lexical: 0 },
      { chunkId: 4, dense: 0.5, lexical: 0 },
    ];
    expect(fuseScores(equal, { dense: 1, lexical: 0.4 }).map(({ chunkId }) => chunkId)).toEqual([4, 9]);
  });
});
