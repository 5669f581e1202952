import { describe, expect, it } from 'vitest';
import type { QueryTerm } from '../../../electron/service/features/knowledge/retrieval/lexical-queries.ts';
import { chooseScoreWeights } from '../../../electron/service/features/knowledge/retrieval/score-weights.ts';

const code: QueryTerm = { stem: 'e 214', word: 'E-214', isCode: true, chunkCount: 2, idf: 3 };
const meaningLeads = { dense: 1, lexical: 0.3 };

describe('chooseScoreWeights', () => {
  it.each(['How do I return goods?', 'Wie lange gilt die Garantie für Wärmepumpen?', '12345', ''])(
    'weights meaning more for "%s"',
    (query) => {
      expect(chooseScoreWeights(query, [])).toEqual(meaningLeads);
    },
  );

  it.each(['Сколько действует гарантия?', '保証期間は何年ですか', 'гарантия iPhone 15 сколько'])(
    'weights words more for "%s", because the encoder knows little of its script',
    (query) => {
      expect(chooseScoreWeights(query, [])).toEqual({ dense: 0.4, lexical: 1 });
    },
  );

  it('considers only codes that occur in the documents', () => {
    expect(chooseScoreWeights('What is E-214?', [code])).toEqual({ dense: 1, lexical: 1 });
    expect(chooseScoreWeights('What is E-999?', [{ ...code, chunkCount: 0 }])).toEqual(meaningLeads);
    expect(chooseScoreWeights('What is it?', [{ ...code, isCode: false }])).toEqual(meaningLeads);
  });
});
