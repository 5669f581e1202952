import type { Database } from '../../platform/db/database.ts';
import { maxTurnsPerCall } from '../calls/turn-queries.ts';
import type { InsightScope } from './insight-queries.ts';

// The index has every column of this condition, so that no citation itself is read.
const citedSql = `turn_passage INDEXED BY turn_passage_by_passage
  WHERE called_at >= ?2 AND called_at < ?3 AND (CAST(?4 AS TEXT) IS NULL OR agent = (SELECT id FROM agent WHERE agent_id = ?4))`;

const bind = ({ orgId, fromMs, toMs, agent }: InsightScope) => [orgId, fromMs, toMs, agent ?? null] as const;

export type CountedPassage = {
  readonly document_id: string;
  readonly version: number;
  readonly title: string;
  readonly chunk: number;
  readonly position: number;
  readonly page: number | null;
  readonly text: string;
  readonly count: number;
  /** The number of cited passages, and of citations of all of them. */
  readonly passage_count: number;
  readonly citation_count: number;
};

/** Returns the passages of active documents that are cited most in a period, most cited first. */
export function listMostCitedPassages(db: Database, scope: InsightScope, limit: number): readonly CountedPassage[] {
  return db.all<CountedPassage>(
    `SELECT top.*, document.title, chunk.page, chunk.text FROM (
       SELECT cited.document_id, cited.version, chunk.id AS chunk, chunk.position, cited.count,
         count(*) OVER () AS passage_count, sum(cited.count) OVER () AS citation_count
       FROM (SELECT document_id, version, chunk_position, count(*) AS count FROM ${citedSql}
         GROUP BY document_id, version, chunk_position) AS cited
       JOIN document ON document.document_id = cited.document_id AND document.version = cited.version
         AND document.org_id = ?1 AND document.status = 'active'
       JOIN chunk ON chunk.document = document.id AND chunk.position = cited.chunk_position
       ORDER BY cited.count DESC, chunk.id LIMIT ?5
     ) AS top JOIN chunk ON chunk.id = top.chunk JOIN document ON document.id = chunk.document
     ORDER BY top.count DESC, chunk.id`,
    ...bind(scope),
    limit,
  );
}

export type CitationCount = {
  /** Answers that cite it, also if they cite several passages. */
  readonly citations: number;
  readonly calls: number;
};

/** Counts the answers that cite any version of a document, without the answers of practice calls. */
export function countCitations(db: Database, documentId: string): CitationCount {
  const sql = `SELECT count(DISTINCT turn) AS citations, count(DISTINCT turn / ${maxTurnsPerCall}) AS calls
    FROM turn_passage WHERE document_id = ? AND called_at IS NOT NULL`;
  return db.get<CitationCount>(sql, documentId) ?? { citations: 0, calls: 0 };
}

export type CitingCallRow = Pick<
  CitationRow,
  'call_id' | 'agent_name' | 'agent_version' | 'recipient_number' | 'called_at' | 'position' | 'start_ms'
>;

/** Returns the latest calls that cite any version of a document, each with the first answer that does, latest first. */
export function listCitingCalls(
  db: Database,
  orgId: string,
  documentId: string,
  limit: number,
): readonly CitingCallRow[] {
  return db.all<CitingCallRow>(
    `SELECT call.call_id, call.agent_name, call.agent_version, call.recipient_number, cited.called_at,
       turn.id % ${maxTurnsPerCall} AS position, turn.start_ms
     FROM (
       SELECT min(turn) AS first_turn, max(called_at) AS called_at FROM turn_passage
       WHERE document_id = ? AND called_at IS NOT NULL
       GROUP BY turn / ${maxTurnsPerCall} ORDER BY 2 DESC, 1 DESC LIMIT ?
     ) AS cited JOIN turn ON turn.id = cited.first_turn JOIN call ON call.id = turn.id / ${maxTurnsPerCall}
     WHERE call.org_id = ? ORDER BY cited.called_at DESC, turn.id DESC`,
    documentId,
    limit,
    orgId,
  );
}

export type CitationRow = {
  readonly call_id: string;
  readonly agent_name: string;
  readonly agent_version: number | null;
  readonly recipient_number: string;
  readonly called_at: number;
  readonly position: number;
  readonly start_ms: number;
  /** The turn before the answer, if the recipient spoke it. */
  readonly question: string | null;
};

/** Returns the latest citations of a passage in a period, latest first. */
export function listLatestCitations(
  db: Database,
  scope: InsightScope,
  { document_id, version, position }: Pick<CountedPassage, 'document_id' | 'version' | 'position'>,
  limit: number,
): readonly CitationRow[] {
  return db.all<CitationRow>(
    `SELECT call.call_id, call.agent_name, call.agent_version, call.recipient_number, cited.called_at,
       turn.id % ${maxTurnsPerCall} AS position, turn.start_ms,
       (SELECT asked.text FROM turn AS asked WHERE asked.id = turn.id - 1 AND asked.speaker = 'user') AS question
     FROM (
       SELECT turn, called_at FROM ${citedSql} AND document_id = ?5 AND version = ?8 AND chunk_position = ?6
       ORDER BY called_at DESC LIMIT ?7
     ) AS cited JOIN turn ON turn.id = cited.turn JOIN call ON call.id = turn.id / ${maxTurnsPerCall}
     WHERE call.org_id = ?1 ORDER BY cited.called_at DESC, turn.id DESC`,
    ...bind(scope),
    document_id,
    position,
    limit,
    version,
  );
}

export type UncitedDocument = {
  readonly document_id: string;
  readonly title: string;
  readonly chunk_count: number;
  readonly added_at: number;
  /** The number of documents that are not cited. */
  readonly uncited_count: number;
};

/** Returns the active documents that no answer of a period cites, oldest first. Documents that were added later are left out. */
export function listUncitedDocuments(db: Database, scope: InsightScope, limit: number): readonly UncitedDocument[] {
  return db.all<UncitedDocument>(
    `SELECT document_id, title, chunk_count, added_at, count(*) OVER () AS uncited_count FROM document
     WHERE org_id = ?1 AND status = 'active' AND added_at < ?3
       AND NOT EXISTS (SELECT 1 FROM ${citedSql} AND turn_passage.document_id = document.document_id)
     ORDER BY added_at, id LIMIT ?5`,
    ...bind(scope),
    limit,
  );
}

/** Counts the active documents that were added before the end of a period. */
export function countActiveDocuments(db: Database, { orgId, toMs }: InsightScope): number {
  const sql = `SELECT count(*) AS count FROM document WHERE org_id = ? AND status = 'active' AND added_at < ?`;
  return db.get<{ readonly count: number }>(sql, orgId, toMs)?.count ?? 0;
}
