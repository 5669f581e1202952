import { compareSentences } from '../knowledge/compare-sentences.ts';
import { sampleChunks } from '../knowledge/sample-chunks.ts';
import { searchPassages } from '../knowledge/search-passages.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';

const maxSampleChunks = 200;

/** The knowledge base of an organization, as a rehearsal asks it. */
export function createSimulationKnowledge(
  workspace: Pick<OpenWorkspace, 'db' | 'knowledge'>,
  orgId: string,
): SimulationKnowledge {
  return {
    search: (query, limit) => searchPassages(workspace, orgId, { query, limit }),
    compareSentences: (question, sentences) => compareSentences(workspace.knowledge.embedder, question, sentences),
    sampleChunks: () => sampleChunks(workspace.db, orgId, maxSampleChunks),
  };
}
