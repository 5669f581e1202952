import type { AcceptancePoint } from '../../../../shared/agents/acceptance.ts';
import type { Database } from '../../platform/db/database.ts';
import { authorNameColumns, joinAuthorNames } from '../organizations/author-names-sql.ts';
import type { AuthorFields, AuthorNames } from '../organizations/authors.ts';

export type AcceptanceDecision = AuthorFields & {
  readonly position: number;
  readonly text: string;
  readonly decision: NonNullable<AcceptancePoint['decision']>;
  readonly reason: string;
  readonly decided_at: number;
};

/** Lists the decisions about the points of a build request, in the order of the points. */
export function listAcceptanceDecisions(db: Database, request: number): readonly (AcceptanceDecision & AuthorNames)[] {
  return db.all<AcceptanceDecision & AuthorNames>(
    `SELECT position, text, decision, reason, decided_at, author_id, acceptance_decision.key_id, author_name, ${authorNameColumns}
     FROM acceptance_decision ${joinAuthorNames('acceptance_decision')}
     WHERE request = ? ORDER BY position`,
    request,
  );
}

export function storeAcceptanceDecision(db: Database, request: number, decision: AcceptanceDecision): void {
  deleteAcceptanceDecision(db, request, decision.position);
  db.run(
    `INSERT INTO acceptance_decision (request, position, text, decision, reason, decided_at, author_id, key_id, author_name)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    request,
    decision.position,
    decision.text,
    decision.decision,
    decision.reason,
    decision.decided_at,
    decision.author_id,
    decision.key_id,
    decision.author_name,
  );
}

export function deleteAcceptanceDecision(db: Database, request: number, position: number): void {
  db.run('DELETE FROM acceptance_decision WHERE request = ? AND position = ?', request, position);
}
