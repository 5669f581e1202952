import { afterEach, expect, test } from 'vitest';
import { listCallIds } from '../../electron/service/features/calls/call-list-queries.ts';
import { updateCallStatus } from '../../electron/service/features/calls/call-queries.ts';
import { storeTalk, insertTurn } from '../../electron/service/features/calls/turn-queries.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { createRandom, type Random } from '../../electron/service/platform/seeded-random.ts';
import type { CallFilter } from '../../shared/calls/call-filter.ts';
import type { TimedTurn } from '../../shared/calls/calls.ts';
import { findKeyMoments } from '../../shared/calls/key-moments.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

let folder: TemporaryFolder | undefined;

afterEach(async () => {
  await folder?.remove();
  folder = undefined;
});

async function createDatabase(): Promise<Database> {
  folder = await createTemporaryFolder();
  return openTestDatabase(folder.path);
}

type SampleCall = {
  readonly turns: readonly Pick<TimedTurn, 'speaker' | 'text' | 'start_seconds' | 'end_seconds'>[];
  readonly status?: 'completed' | 'failed' | 'in_progress';
  /** Of the turns of a remote call. */
  readonly times?: 'exact' | 'unknown';
};

/** Adds calls with the ids 1, 2, … */
function addCalls(db: Database, calls: readonly SampleCall[]): void {
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
     VALUES ('org_1', 'One', '', 'active', 'starter', 0)`,
  );
  db.run(
    `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
     VALUES ('agt_1', 'org_1', 'Agent', '', '', '', 'slt', 'active', 0)`,
  );
  for (const [index, { turns, status = 'completed', times }] of calls.entries()) {
    const id = index + 1;
    db.run(
      `INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, speed, placed_by, metadata, status,
         duration_seconds, created_at, mode)
       VALUES (?, ?, 'org_1', 'agt_1', 'Agent', '+15550001', 'fast', 'test', '{}', ?, 9, 0, ?)`,
      id,
      `call_${id}`,
      status,
      times === undefined ? 'simulated' : 'remote',
    );
    if (times !== undefined) db.run('INSERT INTO remote_call (call, seen_at, times) VALUES (?, 0, ?)', id, times);
    for (const [position, turn] of turns.entries())
      insertTurn(db, id, position, {
        speaker: turn.speaker,
        text: turn.text,
        startSeconds: turn.start_seconds,
        endSeconds: turn.end_seconds,
        citations: [],
      });
  }
}

const texts = [
  'Yes.',
  'Really?',
  'Why?! And when?',
  'No??? Oh.',
  '本当？',
  'Γιατί\u{37e}',
  'لماذا؟ متى؟',
  'What ?????????? Sure?',
  'What??????????? ¿Qué؟?؟?؟?؟?؟?؟?؟?',
  '',
];

function createRandomCall(random: Random): SampleCall {
  let seconds = 0;
  const turns = Array.from({ length: Math.floor(random.between(1, 12)) }, () => {
    const start_seconds = Math.max(0, seconds + random.pick([-0.6, -0.3, -0.2, 0, 0.25, 1.5]));
    seconds = start_seconds + random.pick([0, 0.75, 3, 12.25]);
    return {
      speaker: random.pick(['agent', 'user'] as const),
      text: random.pick(texts),
      start_seconds,
      end_seconds: seconds,
    };
  });
  const status = random.pick(['completed', 'completed', 'failed', 'in_progress'] as const);
  const times = random.pick(['local', 'local', 'exact', 'unknown'] as const);
  return { turns, status, ...(times !== 'local' && { times }) };
}

type TalkRow = {
  readonly call: number;
  readonly agent_percent: number | null;
  readonly monologue_ms: number | null;
  readonly interruptions: number | null;
  readonly questions: number;
};

const listTalk = (db: Database) => db.all<TalkRow>('SELECT * FROM call_talk ORDER BY call');

function expectTalk({ turns, times }: SampleCall, call: number): TalkRow {
  const { agentTalkShare, longestMonologue, interruptions, questions } = findKeyMoments(turns, {
    hasTimes: times !== 'unknown',
  });
  return {
    call,
    agent_percent: agentTalkShare === null ? null : Math.round(agentTalkShare * 100),
    monologue_ms: longestMonologue && Math.round(longestMonologue.seconds * 1000),
    interruptions: interruptions && interruptions.agent + interruptions.user,
    questions: questions.user,
  };
}

test('the talk of ended calls is measured as the call view shows it', async () => {
  const random = createRandom('talk');
  const calls = Array.from({ length: 200 }, () => createRandomCall(random));
  const db = await createDatabase();
  addCalls(db, calls);
  const ids = calls.flatMap(({ status }, index) => (status === 'in_progress' ? [] : [index + 1]));
  const expected = ids.flatMap((id) => {
    const call = calls[id - 1];
    return call ? [expectTalk(call, id)] : [];
  });
  expect(new Set(expected.map(({ interruptions }) => interruptions)).size).toBeGreaterThan(2);
  for (const id of ids) storeTalk(db, id, { hasTimes: calls[id - 1]?.times !== 'unknown' });
  expect(listTalk(db)).toEqual(expected);
  db.close();
});

test('a call that was interrupted is found by what the call view shows of it', async () => {
  const db = await createDatabase();
  const turn = { speaker: 'user', text: 'Who is this?', start_seconds: 0, end_seconds: 9 } as const;
  addCalls(db, [{ turns: [turn], status: 'in_progress' }]);
  const list = () => listCallIds(db, 'org_1', { questions_min: 1 });
  expect(list(), 'its turns are not complete').toEqual([]);
  updateCallStatus(db, 'org_1', { id: 1, call_id: 'call_1', status: 'in_progress' }, 'failed');
  expect(list()).toEqual([1]);
  db.close();
});

test('calls are filtered by their talk', async () => {
  const db = await createDatabase();
  const turn = (speaker: 'agent' | 'user', start_seconds: number, end_seconds: number, text = '') => ({
    speaker,
    text,
    start_seconds,
    end_seconds,
  });
  const monologue = { turns: [turn('agent', 0, 20), turn('agent', 21, 60), turn('user', 61, 62)] };
  const interrupted = { turns: [turn('agent', 0, 5), turn('user', 4, 14), turn('agent', 13.5, 15)] };
  const curious = { turns: [turn('agent', 0, 5, 'Can you hear me?'), turn('user', 5, 10, 'Who is this? Why?')] };
  addCalls(db, [monologue, interrupted, curious, { ...curious, times: 'unknown' }, { ...monologue, status: 'failed' }]);
  for (const id of [1, 2, 3]) storeTalk(db, id);
  storeTalk(db, 4, { hasTimes: false });
  const list = (filter: CallFilter) => listCallIds(db, 'org_1', filter);
  expect(list({ agent_talk_percent_min: 50 })).toEqual([1, 3]);
  expect(list({ agent_talk_percent_min: 98 })).toEqual([1]);
  expect(list({ monologue_seconds_min: 60 })).toEqual([1]);
  expect(list({ monologue_seconds_min: 61 })).toEqual([]);
  expect(list({ interruptions_min: 2 })).toEqual([2]);
  expect(list({ interruptions_min: 3 })).toEqual([]);
  expect(list({ questions_min: 2 })).toEqual([3, 4]);
  expect(list({ questions_min: 2, agent_talk_percent_min: 50 })).toEqual([3]);
  db.run('DELETE FROM turn');
  db.run('DELETE FROM remote_call');
  db.run('DELETE FROM call');
  expect(listTalk(db)).toEqual([]);
  db.close();
});
