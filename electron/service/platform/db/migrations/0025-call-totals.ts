/** A turn's id is the id of its call times 4096, plus its position. */
const forgetTotal = (call: string) => `DELETE FROM call_total WHERE call = ${call};`;

const forget = (name: string, event: string, body: string) => `
    CREATE TRIGGER call_total_after_${name} AFTER ${event} BEGIN
      ${body}
    END;`;

/**
 * The total of the scorecard of each call, in percent, for filters; null if nothing is scored. `scorecard` identifies the criteria
 * with which it was computed. Triggers delete it after each change of the call that it depends on.
 */
export const callTotals = {
  slug: 'call-totals',
  up: `
    CREATE TABLE call_total (
      call INTEGER PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
      org_id TEXT NOT NULL,
      scorecard INTEGER NOT NULL,
      percent INTEGER
    ) STRICT;
    CREATE INDEX call_total_by_percent ON call_total (org_id, scorecard, percent);
    ${[
      forget('new_turn', 'INSERT ON turn', forgetTotal('new.id / 4096')),
      forget('changed_turn', 'UPDATE ON turn', forgetTotal('new.id / 4096')),
      forget('deleted_turn', 'DELETE ON turn', forgetTotal('old.id / 4096')),
      forget('new_question', 'INSERT ON unanswered_question', forgetTotal('new.turn / 4096')),
      forget('deleted_question', 'DELETE ON unanswered_question', forgetTotal('old.turn / 4096')),
      forget('new_score', 'INSERT ON call_score', forgetTotal('new.call')),
      forget('changed_score', 'UPDATE ON call_score', forgetTotal('old.call') + forgetTotal('new.call')),
      forget('deleted_score', 'DELETE ON call_score', forgetTotal('old.call')),
      forget(
        'changed_call',
        `UPDATE OF org_id, status, disposition, mode ON call
      WHEN (old.org_id, old.status, old.disposition, old.mode) IS NOT (new.org_id, new.status, new.disposition, new.mode)`,
        forgetTotal('new.id'),
      ),
      forget('new_remote_call', 'INSERT ON remote_call', forgetTotal('new.call')),
      forget(
        'changed_remote_call',
        'UPDATE OF times ON remote_call WHEN old.times IS NOT new.times',
        forgetTotal('new.call'),
      ),
      forget('deleted_remote_call', 'DELETE ON remote_call', forgetTotal('old.call')),
    ].join('')}
  `,
} as const;
