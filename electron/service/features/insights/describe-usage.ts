import { foldName } from '../../../../shared/text/plain-text.ts';
import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import {
  citingCallsMax,
  usingAgentsMax,
  type AgentUsage,
  type DocumentUsage,
} from '../../../../shared/insights/document-usage.ts';
import type { Database } from '../../platform/db/database.ts';
import { listAgentDocuments } from '../agents/agent-version-queries.ts';
import { listLabels } from '../knowledge/document-label-queries.ts';
import { countCitations, listCitingCalls } from './citation-queries.ts';

/** Describes the agents whose published version may answer from a document, and the calls that cite it. */
export function describeUsage(db: Database, orgId: string, document_id: string): DocumentUsage {
  const labels = new Set(listLabels(db, document_id).map(foldName));
  const findReason = (documents: AgentDefinition['documents'] | null): AgentUsage['reason'] | null => {
    if (!documents || documents.scope === 'all') return 'all';
    if (documents.document_ids.includes(document_id)) return 'document';
    return documents.labels.some((label) => labels.has(foldName(label))) ? 'label' : null;
  };
  const agents = listAgentDocuments(db, orgId).flatMap(({ documents, ...agent }) => {
    const reason = findReason(documents);
    return reason === null ? [] : [{ ...agent, reason }];
  });
  return {
    document_id,
    agents: agents.slice(0, usingAgentsMax),
    agent_count: agents.length,
    ...countCitations(db, document_id),
    latest_calls: listCitingCalls(db, orgId, document_id, citingCallsMax).map(({ called_at, start_ms, ...call }) => ({
      ...call,
      called_at: formatTimestamp(called_at),
      start_seconds: start_ms / 1000,
    })),
  };
}
