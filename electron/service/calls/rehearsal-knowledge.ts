import { compareSentences } from '../knowledge/compare-sentences.ts';
import { listMaterial } from '../knowledge/list-material.ts';
import { searchPassages } from '../knowledge/search-passages.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import type { RehearsalKnowledge } from './rehearsal/knowledge-port.ts';

const materialMax = 200;

/** The knowledge base of an organization, as a rehearsal asks it. */
export function createRehearsalKnowledge(
  workspace: Pick<OpenWorkspace, 'db' | 'knowledge'>,
  orgId: string,
): RehearsalKnowledge {
  return {
    search: (query, limit) => searchPassages(workspace, orgId, { query, limit }),
    compare: (question, sentences) => compareSentences(workspace.knowledge.embedder, question, sentences),
    listMaterial: () => listMaterial(workspace.db, orgId, materialMax),
  };
}
