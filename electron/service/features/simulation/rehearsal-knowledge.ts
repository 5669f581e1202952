import type { KnowledgeBase } from '../knowledge/knowledge-base.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';

const maxSampleChunks = 200;

/** Returns the knowledge base of an organization as simulated calls use it. */
export function createSimulationKnowledge(orgId: string, knowledge: KnowledgeBase): SimulationKnowledge {
  return {
    search: (query, limit) => knowledge.search(orgId, { query, limit }),
    compareSentences: (question, sentences) => knowledge.compareSentences(question, sentences),
    sampleChunks: () => knowledge.sampleChunks(orgId, maxSampleChunks),
  };
}
