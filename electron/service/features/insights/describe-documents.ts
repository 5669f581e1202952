import {
  citationsMax,
  citedPassagesMax,
  uncitedDocumentsMax,
  type DocumentInsights,
} from '../../../../shared/insights/document-insights.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  countActiveDocuments,
  listLatestCitations,
  listMostCitedPassages,
  listUncitedDocuments,
} from './citation-queries.ts';
import type { InsightScope } from './insight-queries.ts';

/** Returns the passages that answers cite most in a period, and the documents that no answer cites. */
export function describeDocumentsOfPeriod(db: Database, scope: InsightScope): DocumentInsights {
  const passages = listMostCitedPassages(db, scope, citedPassagesMax);
  const uncited = listUncitedDocuments(db, scope, uncitedDocumentsMax);
  return {
    cited_passages: passages.map(({ document_id, title, chunk, position, page, text, count }) => ({
      document_id,
      title,
      chunk_id: `chk_${chunk}`,
      page,
      text,
      count,
      citations: listLatestCitations(db, scope, { document_id, position }, citationsMax).map((citation) => ({
        call_id: citation.call_id,
        agent_name: citation.agent_name,
        recipient_number: citation.recipient_number,
        called_at: formatTimestamp(citation.called_at),
        position: citation.position,
        start_seconds: citation.start_ms / 1000,
      })),
    })),
    cited_passage_count: passages[0]?.passage_count ?? 0,
    citation_count: passages[0]?.citation_count ?? 0,
    uncited_documents: uncited.map(({ document_id, title, chunk_count, added_at }) => ({
      document_id,
      title,
      chunks_created: chunk_count,
      added_at: formatTimestamp(added_at),
    })),
    uncited_document_count: uncited[0]?.uncited_count ?? 0,
    document_count: countActiveDocuments(db, scope),
  };
}
