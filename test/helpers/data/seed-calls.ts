import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { insertRow } from '../../../electron/service/platform/db/insert-row.ts';

export type SeedCallsOptions = {
  readonly orgId: string;
  readonly agents: readonly { readonly agent_id: string; readonly name: string }[];
  readonly count: number;
  readonly turnsPerCall: number;
  /** The time of the last call, in milliseconds since the epoch. The others are before it, `intervalMs` apart. */
  readonly lastCallAtMs: number;
  readonly intervalMs?: number;
};

/** The number of calls per transaction. */
const batchSize = 1_000;

const dispositions = ['Interested', 'Not interested', 'Callback requested', 'Left voicemail', 'Wrong person'] as const;

const statuses = [
  'completed',
  'completed',
  'completed',
  'completed',
  'completed',
  'no_answer',
  'busy',
  'failed',
] as const;

const syllables = ['ba', 'ko', 'li', 'mu', 'ne', 'ro', 'sa', 'ti', 'vo', 'ze'] as const;

/** Returns a made-up word for a rank. Lower ranks have shorter words. */
function getWord(rank: number): string {
  const digits = [...String(rank + 10)].map(Number);
  return digits.map((digit) => syllables[digit]).join('');
}

const vocabularySize = 20_000;

/**
 * Stores ended calls without recordings. Word frequencies are distributed as in speech: the first words of the
 * vocabulary occur in most calls, the last ones in few. One call in a thousand mentions giraffes.
 */
export function seedCalls(
  db: Database,
  { orgId, agents, count, turnsPerCall, lastCallAtMs, intervalMs = 60_000 }: SeedCallsOptions,
): void {
  const { next: random, pick } = createRandom(String(count));
  const sentence = () =>
    Array.from({ length: 8 + Math.floor(random() * 10) }, () => getWord(Math.floor(vocabularySize ** random()))).join(
      ' ',
    );
  const addCall = (index: number) => {
    const agent = pick(agents);
    const status = pick(statuses);
    const createdAt = lastCallAtMs - (count - index) * intervalMs;
    const isCompleted = status === 'completed';
    const rowId = insertRow(
      db,
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by,
         status, disposition, duration_seconds, created_at, answered_at, ended_at, metadata)
       VALUES (?, ?, ?, ?, ?, 'simulated', 'fast', 'filled', ?, ?, ?, ?, ?, ?, '{"lead":1}')`,
      `call_${index}`,
      orgId,
      agent.agent_id,
      agent.name,
      `+1555${String(1_000_000 + Math.floor(random() * 1_000_000))}`,
      status,
      isCompleted ? pick(dispositions) : null,
      isCompleted ? 20 + Math.floor(random() * 400) : 0,
      createdAt,
      isCompleted ? createdAt + 5_000 : null,
      createdAt + 60_000,
    );
    if (isCompleted) addTurns(rowId, index);
  };
  const addTurns = (call: number, index: number) => {
    const texts = Array.from({ length: turnsPerCall }, sentence);
    if (index % 1_000 === 0) texts[Math.floor(turnsPerCall / 2)] += ' and giraffes';
    for (const [position, text] of texts.entries()) {
      const speaker = position % 2 === 0 ? 'agent' : 'user';
      const startMs = 2_000 + position * 6_000;
      db.run(
        'INSERT INTO turn (id, speaker, text, start_ms, end_ms) VALUES (?, ?, ?, ?, ?)',
        call * 4096 + position,
        speaker,
        text,
        startMs,
        startMs + 5_500,
      );
    }
    db.searchIndex.run('INSERT INTO call_fts (rowid, text) VALUES (?, ?)', call, texts.join('\n'));
  };
  for (let start = 0; start < count; start += batchSize) {
    db.bulkTransaction(() => {
      for (let index = start; index < Math.min(count, start + batchSize); index++) addCall(index);
    });
  }
}
