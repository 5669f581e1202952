import { findKeyMoments } from '../../../../shared/calls/key-moments.ts';
import type { Database } from '../../platform/db/database.ts';
import { listSpokenTurns } from './turn-queries.ts';

/**
 * Stores the key moments of an ended call for the filters of the list, if it has turns. Call it in the transaction that changes
 * its turns or their times. `hasTimes` is false if the times are not known.
 */
export function storeTalk(db: Database, call: number, { hasTimes = true }: { readonly hasTimes?: boolean } = {}): void {
  const turns = listSpokenTurns(db, call);
  if (turns.length === 0) return;
  const { agentTalkShare, longestMonologue, interruptions, questions } = findKeyMoments(turns, { hasTimes });
  db.run(
    `INSERT OR REPLACE INTO call_talk (call, agent_percent, monologue_ms, interruptions, questions) VALUES (?, ?, ?, ?, ?)`,
    call,
    agentTalkShare === null ? null : Math.round(agentTalkShare * 100),
    longestMonologue && Math.round(longestMonologue.seconds * 1000),
    interruptions && interruptions.agent + interruptions.user,
    questions.user,
  );
}
