import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertAgent } from '../../electron/service/features/agents/agent-queries.ts';
import { findCall, insertCall, updateCallStatus } from '../../electron/service/features/calls/call-queries.ts';
import type { CallOutcome, CallTransport } from '../../electron/service/features/calls/call-transport.ts';
import { Calls } from '../../electron/service/features/calls/calls.ts';
import { findRecording } from '../../electron/service/features/recordings/recording-queries.ts';
import { listTimedTurns } from '../../electron/service/features/calls/turn-queries.ts';
import type { SimulationKnowledge } from '../../electron/service/features/simulation/simulation-knowledge.ts';
import { PracticeTransport } from '../../electron/service/features/simulation/practice-transport.ts';
import { createRecorder } from '../../electron/service/features/speech/recorder.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { EventHub } from '../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../electron/service/platform/events/event-publisher.ts';
import { RecordingStore } from '../../electron/service/features/recordings/recording-store.ts';
import {
  activateDocument,
  insertDocument,
  markDocumentDeleting,
} from '../../electron/service/features/knowledge/document-queries.ts';
import { insertOrganization } from '../../electron/service/features/organizations/organization-queries.ts';
import { callTransitions, callStatuses, isCallEnded } from '../../shared/call-status.ts';
import type { ServiceEvent } from '../../shared/events.ts';
import { createMemorySettings } from '../helpers/memory-settings.ts';

/** What cannot be removed is made by root on Linux only. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

const orgId = 'org_1';
let dir: string;
let db: Database;
let events: ServiceEvent[];
let logged: string[];
const recorder = createRecorder();
afterAll(() => recorder.close());

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'switchboard-calls-'));
  db = openDatabase(join(dir, 'workspace.db'));
  insertOrganization(db, { id: orgId, name: 'Acme', industry: '', subscription_tier: 'local', createdAt: 1 });
  insertAgent(db, {
    agent_id: 'agt_1',
    org_id: orgId,
    name: 'Nora',
    objective: 'Ask',
    audience: '',
    greeting: 'Hi',
    voice: 'slt',
    status: 'active',
    created_at: 1,
  });
  events = [];
  logged = [];
});
afterEach(() => {
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Of an organization without documents. */
const noKnowledge: SimulationKnowledge = {
  search: async () => [],
  compareSentences: async (_, sentences) => sentences.map(() => 0),
  sampleChunks: () => [],
};

let ids = 0;
const context = {
  dataDir: '',
  modelDir: '',
  version: '0',
  settings: createMemorySettings(),
  log: { error: (_: unknown, message: string) => logged.push(message) },
  now: Date.now,
  newId: (prefix: string) => `${prefix}_${++ids}`,
  randomBytes,
  rateLimitPerMinute: 0,
};

function openCalls(simulation: CallTransport, typedIdleMs = 60_000): Calls {
  const hub = new EventHub('run');
  hub.subscribe(null, ({ event }) => events.push(event));
  const practice = new PracticeTransport({ recorder, getKnowledge: () => noKnowledge }, { idleMs: typedIdleMs });
  const publisher = new EventPublisher(db, hub);
  const recordings = new RecordingStore(dir);
  return new Calls(db, { events: publisher, context, recordings, meter: () => {}, simulation, practice });
}

function addCall(mode: 'simulated' | 'practice' = 'simulated') {
  const call = {
    call_id: context.newId('call'),
    org_id: orgId,
    agent_id: 'agt_1',
    agent_name: 'Nora',
    recipient_number: '+15550100',
    mode,
    persona: null,
    speed: 'fast',
    placed_by: 'window',
    created_at: 1,
    metadata: {},
  } as const;
  return { ...call, id: insertCall(db, call) };
}

const read = (callId: string) => {
  const call = findCall(db, orgId, callId);
  if (!call) throw new Error(`${callId} is not there.`);
  return call;
};

async function untilOver(callId: string) {
  while (!isCallEnded(read(callId).status)) await new Promise(setImmediate);
  return read(callId);
}

const recording = {
  durationSeconds: 9.6,
  sizeBytes: 3,
  sha256: 'f'.repeat(64),
  peaks: { perSecond: 10, channels: [new Uint8Array([0, 255]), new Uint8Array([51, 0])] as const },
};

const completed: CallOutcome = { status: 'completed', disposition: 'Interested', talkSeconds: 7.4, recording };

/** Adds a document with one chunk and gives a passage out of it. */
function addPassage(text: string) {
  const document_id = context.newId('doc');
  const file = { title: 'Terms', kind: 'txt', fileName: 't.txt', sizeBytes: 1, sha256: 'x' } as const;
  const id = insertDocument(db, orgId, { documentId: document_id, addedAt: 1, ...file });
  activateDocument(db, orgId, id, { pages: null, chunkCount: 1, model: 'm' });
  const { rowId } = db.run('INSERT INTO chunk (document, position, text) VALUES (?, 0, ?)', id, text);
  const passage = {
    document_id,
    title: 'Terms',
    chunk_id: `chk_${rowId}`,
    text,
    page: null,
    score: 1,
    dense: 1,
    lexical: 1,
  };
  return { passage, forget: () => markDocumentDeleting(db, orgId, id) };
}

describe('the state machine', () => {
  test('allows the moves of the contract and no other', () => {
    for (const from of callStatuses) {
      for (const to of callStatuses) {
        const call = addCall();
        db.run('UPDATE call SET status = ? WHERE id = ?', from, call.id);
        const move = () => updateCallStatus(db, read(call.call_id), to);
        if ((callTransitions[from] as readonly string[]).includes(to)) {
          move();
          expect(read(call.call_id).status).toBe(to);
        } else {
          expect(move, `${from} to ${to}`).toThrow(/cannot become/);
          expect(read(call.call_id).status).toBe(from);
        }
      }
    }
  });

  test('refuses a move from a state that the call has left meanwhile', () => {
    const call = addCall();
    const seen = read(call.call_id);
    updateCallStatus(db, seen, 'ringing');
    expect(() => updateCallStatus(db, seen, 'canceled')).toThrow(/no longer queued/);
    expect(read(call.call_id).status).toBe('ringing');
  });

  test('never puts a time before an earlier one of the call, wherever the clock is set to', () => {
    const call = addCall();
    db.run('UPDATE call SET created_at = 1000 WHERE id = ?', call.id);
    updateCallStatus(db, read(call.call_id), 'ringing');
    updateCallStatus(db, read(call.call_id), 'in_progress', { answeredAt: 900 });
    expect(read(call.call_id)).toMatchObject({ answered_at: 1000, ended_at: null });
    updateCallStatus(db, read(call.call_id), 'completed', { endedAt: 800 });
    expect(read(call.call_id)).toMatchObject({ answered_at: 1000, ended_at: 1000 });
    const unanswered = addCall();
    updateCallStatus(db, read(unanswered.call_id), 'canceled', { endedAt: -5 });
    expect(read(unanswered.call_id)).toMatchObject({ answered_at: null, ended_at: 1 });
  });
});

describe('a call that is carried', () => {
  test('is stored and told step by step, and completed once, with its words findable', async () => {
    const seen: string[] = [];
    const calls = openCalls({
      run: async ({ callId }, steps) => {
        seen.push(read(callId).status);
        steps.reportRinging();
        seen.push(read(callId).status);
        steps.reportAnswered();
        seen.push(read(callId).status);
        steps.addTurn({ speaker: 'agent', text: 'A <b>walrus</b>', startSeconds: 2.2, endSeconds: 4, passages: [] });
        seen.push(`${listTimedTurns(db, read(callId).id).length} turn`);
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    const over = await untilOver(call.call_id);
    expect(seen).toEqual(['queued', 'ringing', 'in_progress', '1 turn']);
    expect(over).toMatchObject({
      status: 'completed',
      disposition: 'Interested',
      duration_seconds: 7,
      has_recording: 1,
    });
    expect(over.answered_at).not.toBeNull();
    expect(over.ended_at).not.toBeNull();
    expect(findRecording(db, call.id)).toEqual({ size_bytes: 3, sha256: 'f'.repeat(64), duration_ms: 9_600 });
    expect(db.all(`SELECT rowid FROM call_fts WHERE call_fts MATCH 'walrus'`)).toEqual([{ rowid: call.id }]);
    const { call_id } = call;
    expect(events).toEqual([
      ...(['queued', 'ringing', 'in_progress'] as const).map((status) => ({ type: 'call.changed', call_id, status })),
      { type: 'call.turn_added', call_id, position: 0 },
      { type: 'call.changed', call_id, status: 'completed' },
    ]);
    await calls.close();
  });

  test('that is not answered says why, and leaves nothing to be found or heard', async () => {
    const calls = openCalls({
      run: async (_, steps) => {
        steps.reportRinging();
        return { status: 'no_answer', reason: 'Nobody picked up.' };
      },
    });
    const call = addCall();
    calls.start(call);
    expect(await untilOver(call.call_id)).toMatchObject({
      status: 'no_answer',
      reason: 'Nobody picked up.',
      answered_at: null,
    });
    expect(findRecording(db, call.id)).toBeUndefined();
    await calls.close();
  });

  test('that breaks is failed with a sentence that tells nothing inside, leaves no file, and holds up no other', async () => {
    const calls = openCalls({
      run: async ({ callId, recordingPath }, steps) => {
        steps.reportRinging();
        if (callId === first.call_id) {
          writeFileSync(recordingPath, 'half');
          throw new Error('ENOENT /secret/path');
        }
        steps.reportAnswered();
        return completed;
      },
    });
    const [first, second] = [addCall(), addCall()];
    calls.start(first);
    calls.start(second);
    const failed = await untilOver(first.call_id);
    expect(failed.status).toBe('failed');
    expect(failed.reason).not.toContain('secret');
    expect(logged).toEqual(['a call failed']);
    expect((await untilOver(second.call_id)).status).toBe('completed');
    await calls.close();
    expect(existsSync(new RecordingStore(dir).getPath(first.call_id))).toBe(false);
  });

  test('that breaks and whose file cannot be removed makes room for the next one all the same', async () => {
    const calls = openCalls({
      run: async ({ recordingPath }) => {
        mkdirSync(recordingPath);
        throw new Error('no');
      },
    });
    const placed = Array.from({ length: 5 }, () => addCall());
    for (const call of placed) calls.start(call);
    for (const { call_id } of placed) expect((await untilOver(call_id)).status).toBe('failed');
    await calls.close();
    const unremoved = logged.filter((message) => message === 'the file of a failed call could not be removed');
    expect(unremoved.length).toBe(placed.length);
  });

  test('is made again where a document that it quotes is deleted before it is completed', async () => {
    const { passage, forget } = addPassage('The walrus clause');
    let attempts = 0;
    const calls = openCalls({
      run: async (_, steps) => {
        attempts += 1;
        steps.reportRinging();
        steps.reportAnswered();
        const quote = { speaker: 'agent', startSeconds: 2, endSeconds: 3 } as const;
        if (attempts === 1) {
          steps.addTurn({ ...quote, text: passage.text, passages: [passage] });
          forget();
        } else steps.addTurn({ ...quote, text: 'I do not know.', passages: [] });
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    expect((await untilOver(call.call_id)).status).toBe('completed');
    expect(attempts).toBe(2);
    expect(listTimedTurns(db, call.id).map(({ text }) => text)).toEqual(['I do not know.']);
    expect(db.all(`SELECT rowid FROM call_fts WHERE call_fts MATCH 'walrus'`)).toEqual([]);
    await calls.close();
  });

  test('has a folder for its recording, also where somebody has removed it', async () => {
    const calls = openCalls({
      run: async ({ recordingPath }, steps) => {
        writeFileSync(recordingPath, 'sound');
        steps.reportRinging();
        steps.reportAnswered();
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    rmSync(join(dir, 'recordings'), { recursive: true });
    expect((await untilOver(call.call_id)).status).toBe('completed');
    await calls.close();
  });

  test('that cannot be marked as failed when it breaks is marked with the next one', async () => {
    const calls = openCalls({
      run: async ({ callId }, steps) => {
        steps.reportRinging();
        if (callId !== first.call_id) return { status: 'no_answer', reason: 'Nobody picked up.' };
        db.sqlite.exec('PRAGMA query_only = ON');
        throw new Error('no');
      },
    });
    const [first, second] = [addCall(), addCall()];
    calls.start(first);
    while (!logged.includes('a failed call could not be marked as such')) await new Promise(setImmediate);
    db.sqlite.exec('PRAGMA query_only = OFF');
    expect(read(first.call_id).status).toBe('ringing');
    calls.start(second);
    expect((await untilOver(second.call_id)).status).toBe('no_answer');
    expect(read(first.call_id)).toMatchObject({ status: 'failed', reason: expect.stringMatching(/not foreseen/) });
    await calls.close();
  });

  test.each(['before it is said', 'after it was said'])(
    'is made again where the document that a question was made of is deleted %s',
    async (when) => {
      const { passage, forget } = addPassage('The walrus clause');
      let attempts = 0;
      const calls = openCalls({
        run: async (_, steps) => {
          attempts += 1;
          steps.reportRinging();
          steps.reportAnswered();
          const turn = { speaker: 'user', startSeconds: 2, endSeconds: 3, passages: [] } as const;
          if (attempts === 1) {
            if (when === 'before it is said') forget();
            steps.addTurn({ ...turn, text: 'What is the walrus clause?' }, passage.document_id);
            forget();
          } else steps.addTurn({ ...turn, text: 'What is the weather like?' }, null);
          return completed;
        },
      });
      const call = addCall();
      calls.start(call);
      expect((await untilOver(call.call_id)).status).toBe('completed');
      expect(attempts).toBe(2);
      expect(listTimedTurns(db, call.id).map(({ text }) => text)).toEqual(['What is the weather like?']);
      await calls.close();
    },
  );

  test('fails where each document that it quotes is deleted at once, and keeps none of their words', async () => {
    let attempts = 0;
    const calls = openCalls({
      run: async (_, steps) => {
        attempts += 1;
        steps.reportRinging();
        steps.reportAnswered();
        const { passage, forget } = addPassage(`Clause ${attempts}`);
        forget();
        steps.addTurn({ speaker: 'agent', text: passage.text, startSeconds: 1, endSeconds: 2, passages: [passage] });
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    const over = await untilOver(call.call_id);
    expect(over.status).toBe('failed');
    expect(over.reason).toMatch(/was deleted/);
    expect(attempts).toBe(3);
    expect(listTimedTurns(db, call.id)).toEqual([]);
    await calls.close();
  });

  test('keeps the place of a passage, but not its text, once the document is deleted', async () => {
    const { passage, forget } = addPassage('The walrus clause');
    const calls = openCalls({
      run: async (_, steps) => {
        steps.reportRinging();
        steps.reportAnswered();
        steps.addTurn({
          speaker: 'agent',
          text: 'As the terms say.',
          startSeconds: 1,
          endSeconds: 2,
          passages: [passage],
        });
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    await untilOver(call.call_id);
    const passages = () => listTimedTurns(db, call.id)[0]?.passages;
    const { document_id, title, page, text } = passage;
    expect(passages()).toEqual([{ document_id, title, page, text }]);
    forget();
    expect(passages()).toEqual([{ document_id, title, page, text: '' }]);
    await calls.close();
  });
});

describe('calls that are interrupted', () => {
  /** Goes on until it is stopped. */
  const endless: CallTransport = {
    run: (_, steps, signal) => {
      steps.reportRinging();
      steps.reportAnswered();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };

  test('live ones fail with a reason when the workspace is closed; queued ones are carried at the next start', async () => {
    const calls = openCalls(endless);
    const placed = Array.from({ length: 20 }, () => addCall());
    for (const call of placed) calls.start(call);
    while (read(placed[0]?.call_id ?? '').status !== 'in_progress') await new Promise(setImmediate);
    await calls.close();
    const statuses = placed.map(({ call_id }) => read(call_id).status);
    expect(new Set(statuses)).toEqual(new Set(['failed', 'queued']));
    const failed = placed.find(({ call_id }) => read(call_id).status === 'failed');
    expect(read(failed?.call_id ?? '').reason).toBe('The program was closed while this call was going on.');
    const left = placed.filter(({ call_id }) => read(call_id).status === 'queued');
    expect(left.length).toBeGreaterThan(10);

    const carried: string[] = [];
    const again = openCalls({
      run: async ({ callId }, steps) => {
        carried.push(callId);
        steps.reportRinging();
        steps.reportAnswered();
        return completed;
      },
    });
    for (const { call_id } of left) expect((await untilOver(call_id)).status).toBe('completed');
    expect(carried).toEqual(left.map(({ call_id }) => call_id));
    await again.close();
  });

  test.runIf(canMount)('queued ones are carried also where what is left over cannot be cleared', async () => {
    const immovable = join(dir, 'recordings', 'lost+found');
    mkdirSync(immovable, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', immovable]);
    try {
      const call = addCall();
      const calls = openCalls({
        run: async (_, steps) => {
          steps.reportRinging();
          return { status: 'no_answer', reason: 'Nobody picked up.' };
        },
      });
      expect((await untilOver(call.call_id)).status).toBe('no_answer');
      expect(logged).toEqual(['recordings of an earlier run could not be tidied up']);
      await calls.close();
    } finally {
      execFileSync('umount', [immovable]);
    }
  });

  test('what was live when the process died is failed at the next start, and what it left on the disk is cleared', async () => {
    const [ringing, talking, done] = [addCall(), addCall(), addCall()];
    updateCallStatus(db, read(ringing.call_id), 'ringing');
    for (const { call_id } of [talking, done]) {
      updateCallStatus(db, read(call_id), 'ringing');
      updateCallStatus(db, read(call_id), 'in_progress');
    }
    updateCallStatus(db, read(done.call_id), 'canceled');
    mkdirSync(join(dir, 'recordings'));
    const half = join(dir, 'recordings', `${talking.call_id}.mp3.part`);
    const orphan = join(dir, 'recordings', `${talking.call_id}.mp3`);
    for (const path of [half, orphan]) writeFileSync(path, 'half');
    const calls = openCalls(endless);
    for (const { call_id } of [ringing, talking]) {
      expect(read(call_id)).toMatchObject({
        status: 'failed',
        reason: 'The program ended while this call was going on.',
        has_recording: 0,
      });
    }
    expect(read(done.call_id).status).toBe('canceled');
    await calls.close();
    for (const path of [half, orphan]) expect(existsSync(path)).toBe(false);
  });

  test('canceling ends one that goes on, and its transport can store nothing more', async () => {
    let late: unknown;
    const calls = openCalls({
      run: async (_, steps, signal) => {
        steps.reportRinging();
        steps.reportAnswered();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        try {
          steps.addTurn({ speaker: 'agent', text: 'Too late', startSeconds: 1, endSeconds: 2, passages: [] });
        } catch (error) {
          late = error;
        }
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    while (read(call.call_id).status !== 'in_progress') await new Promise(setImmediate);
    db.transaction(() => calls.cancel(read(call.call_id)));
    while (late === undefined) await new Promise(setImmediate);
    expect(late).toBeInstanceOf(Error);
    expect(read(call.call_id)).toMatchObject({ status: 'canceled', has_recording: 0 });
    expect(listTimedTurns(db, call.id)).toEqual([]);
    expect(logged).toEqual([]);
    await calls.close();
  });

  test('a typed one in which nobody says anything ends by itself, and is kept', async () => {
    const calls = openCalls(endless, 20);
    const call = addCall('practice');
    calls.start(call);
    expect(await untilOver(call.call_id)).toMatchObject({ status: 'completed', disposition: 'Ended early' });
    expect(listTimedTurns(db, call.id).length).toBe(1);
    expect(existsSync(new RecordingStore(dir).getPath(call.call_id))).toBe(true);
    await calls.close();
  });
});
