import type { Acceptance, AcceptancePoint } from '../../../../shared/agents/acceptance.ts';
import { summarizeAcceptance } from '../../../../shared/agents/summarize-acceptance.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { countTrials } from '../calls/call-queries.ts';
import { toKnownAuthor } from '../organizations/authors.ts';
import { listAcceptanceDecisions } from './acceptance-queries.ts';
import type { AgentRequestRow } from './agent-request-queries.ts';
import { listAcceptancePoints } from './list-acceptance-points.ts';

/** Returns the points of the objective with their decisions. A decided point keeps its text. */
export function readAcceptance(db: Database, { id, request_id, objective }: AgentRequestRow): Acceptance {
  const decisions = new Map(listAcceptanceDecisions(db, id).map((row) => [row.position, row]));
  const points = listAcceptancePoints(objective).map((text, position): AcceptancePoint => {
    const row = decisions.get(position);
    return {
      position,
      text: row?.text ?? text,
      decision: row?.decision ?? null,
      reason: row?.reason ?? '',
      decided_at: row ? formatTimestamp(row.decided_at) : null,
      author: row ? toKnownAuthor(row) : null,
    };
  });
  return { request_id, trial_calls: countTrials(db, request_id), points };
}

/** Says what was tried, and why points were rejected. */
export function describeAcceptance(acceptance: Acceptance): string {
  const summary = summarizeAcceptance(acceptance);
  const rejected = acceptance.points.filter(({ decision }) => decision === 'rejected');
  return [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...rejected.map(({ text, reason }) => `Rejected: “${text}” (${reason})`),
  ].join('\n');
}
