// Public: other features may import this file.
import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type { SearchableKnowledge } from '../knowledge/answers/rank-sentences.ts';
import type { DocumentFilter, KnowledgeBase } from '../knowledge/knowledge-base.ts';

const maxSampleChunks = 200;

export type SampleChunk = ReturnType<KnowledgeBase['sampleChunks']>[number];

/** The parts of the knowledge base that a simulation uses. */
export type SimulationKnowledge = SearchableKnowledge & {
  /** Returns at most 200 active chunks, newest document first. The selection is stable while the documents are the same. */
  sampleChunks(): readonly SampleChunk[];
};

/** Returns the filter for the documents from which an agent answers; undefined if it answers from all. */
export function toDocumentFilter({ documents }: AgentDefinition): DocumentFilter | undefined {
  if (documents.scope === 'all') return undefined;
  return { documentIds: documents.document_ids, labels: documents.labels };
}

/** Returns the knowledge base of an organization as simulated calls use it, with the documents of the filter only. */
export function createSimulationKnowledge(
  orgId: string,
  knowledge: KnowledgeBase,
  filter?: DocumentFilter,
): SimulationKnowledge {
  return {
    ...knowledge.forOrganization(orgId, filter),
    sampleChunks: () => knowledge.sampleChunks(orgId, maxSampleChunks, filter),
  };
}

/** Caches answers and comparisons while the recipient's questions are chosen. */
export function cacheKnowledge(knowledge: SimulationKnowledge): SimulationKnowledge {
  const answers = new Map<string, ReturnType<SearchableKnowledge['ask']>>();
  const comparisons = new Map<string, Promise<readonly number[]>>();
  const matches = new Map<string, Promise<readonly number[]>>();
  return {
    ask: (question, limit) =>
      getOrCompute(answers, JSON.stringify([question, limit]), () => knowledge.ask(question, limit)),
    compareSentences: (question, sentences) =>
      getOrCompute(comparisons, JSON.stringify([question, sentences]), () =>
        knowledge.compareSentences(question, sentences),
      ),
    matchSentences: (questions, sentences) =>
      getOrCompute(matches, JSON.stringify([questions, sentences]), () =>
        knowledge.matchSentences(questions, sentences),
      ),
    sampleChunks: () => knowledge.sampleChunks(),
  };
}

function getOrCompute<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  const value = cache.get(key) ?? compute();
  cache.set(key, value);
  return value;
}
