import type { Passage } from '../../../../shared/knowledge.ts';

export type SampleChunk = {
  readonly document_id: string;
  readonly title: string;
  readonly page: number | null;
  readonly heading: string | null;
  readonly text: string;
  /** In milliseconds since 1970. */
  readonly addedAt: number;
};

/** What a rehearsal knows of the organization's documents. */
export type SimulationKnowledge = {
  /** The passages of active documents that answer best, best first. */
  search(query: string, limit: number): Promise<readonly Passage[]>;
  /** The cosine of each sentence to the question, in the order of the sentences. */
  compareSentences(question: string, sentences: readonly string[]): Promise<readonly number[]>;
  /** A bounded, stable selection of active chunks, at most 200, newest document first. */
  sampleChunks(): readonly SampleChunk[];
};

/** Asks each thing once: a recipient tries out questions that the agent then looks up again. */
export function cacheKnowledge(knowledge: SimulationKnowledge): SimulationKnowledge {
  const searches = new Map<string, Promise<readonly Passage[]>>();
  const comparisons = new Map<string, Promise<readonly number[]>>();
  return {
    search: (query, limit) => getOrCompute(searches, `${limit} ${query}`, () => knowledge.search(query, limit)),
    compareSentences: (question, sentences) =>
      getOrCompute(comparisons, JSON.stringify([question, sentences]), () =>
        knowledge.compareSentences(question, sentences),
      ),
    sampleChunks: () => knowledge.sampleChunks(),
  };
}

function getOrCompute<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}
