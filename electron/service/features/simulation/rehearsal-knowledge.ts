import { compareSentences } from '../knowledge/compare-sentences.ts';
import { sampleChunks } from '../knowledge/sample-chunks.ts';
import { searchPassages } from '../knowledge/search-passages.ts';
import type { Database } from '../../platform/db/database.ts';
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';

const maxSampleChunks = 200;

/** The knowledge base of an organization, as a rehearsal asks it. */
export function createSimulationKnowledge(db: Database, orgId: string, knowledge: KnowledgeBase): SimulationKnowledge {
  return {
    search: (query, limit) => searchPassages(db, orgId, knowledge, { query, limit }),
    compareSentences: (question, sentences) => compareSentences(knowledge.embedder, question, sentences),
    sampleChunks: () => sampleChunks(db, orgId, maxSampleChunks),
  };
}
