import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertAgent } from '../../electron/service/features/agents/agent-queries.ts';
import { findCall, insertCall, updateCallStatus } from '../../electron/service/features/calls/call-queries.ts';
import type { CallOutcome, CallTransport } from '../../electron/service/features/calls/call-transport.ts';
import { Calls } from '../../electron/service/features/calls/calls.ts';
import { findRecording } from '../../electron/service/features/recordings/recording-queries.ts';
import { listTimedTurns } from '../../electron/service/features/calls/turn-queries.ts';
import { classifyAsOther } from '../simulation/classify-as-other.ts';
import type { SimulationKnowledge } from '../../electron/service/features/simulation/simulation-knowledge.ts';
import { PracticeTransport } from '../../electron/service/features/simulation/practice-transport.ts';
import { createRecorder } from '../../electron/service/features/speech/recorder.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { insertRow } from '../../electron/service/platform/db/insert-row.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { EventHub } from '../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../electron/service/platform/events/event-publisher.ts';
import { findNoProxy } from '../../electron/service/platform/network/find-proxies.ts';
import { RecordingStore } from '../../electron/service/features/recordings/recording-store.ts';
import {
  activateDocument,
  insertDocument,
  markDocumentDeleting,
} from '../../electron/service/features/knowledge/document-queries.ts';
import { insertOrganization } from '../../electron/service/features/organizations/organization-queries.ts';
import { callTransitions, callStatuses, isCallEnded, type CallStatus } from '../../shared/calls/call-status.ts';
import type { ServiceEvent } from '../../shared/contract/events.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { allowWrites, createTestDatabases, openTestDatabase, refuseWrites } from '../helpers/service/test-database.ts';

/** Only root on Linux can create a file that cannot be deleted. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

const orgId = 'org_1';
let dir: string;
let db: Database;
let hub: EventHub;
let events: ServiceEvent[];
let logged: string[];
/** Emits each logged message. */
const logger = new EventEmitter();
const recorder = createRecorder();
afterAll(() => recorder.close());

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'switchboard-calls-'));
  db = openTestDatabase(dir);
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
  hub = new EventHub('run');
  hub.subscribe(null, ({ event }) => events.push(event));
  logged = [];
});
afterEach(() => {
  db.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The knowledge of an organization without documents. */
const noKnowledge: SimulationKnowledge = {
  ask: async () => ({ passages: [], answer: 'none' }),
  compareSentences: async (_, sentences) => sentences.map(() => 0),
  matchSentences: async () => [],
  sampleChunks: () => [],
};

let ids = 0;
const context = {
  dataDir: '',
  modelDir: '',
  version: '0',
  settings: createMemorySettings(),
  log: {
    error: (_: unknown, message: string) => {
      logged.push(message);
      logger.emit(message);
    },
  },
  now: Date.now,
  newId: (prefix: string) => `${prefix}_${++ids}`,
  randomBytes,
  passphraseWork: { windowLock: 10, backup: 10 },
  rateLimitPerMinute: 0,
  keychain: createTestKeychain(),
  findProxies: findNoProxy,
  readLog: () => '',
  migrations,
  databases: createTestDatabases(),
};

function openCalls(simulation: CallTransport, practiceIdleMs = 60_000): Calls {
  const engines = {
    recorder,
    turnClassifier: classifyAsOther,
    getKnowledge: () => noKnowledge,
    languageModels: { open: async () => null, settings: null },
    speechServers: { open: async () => ({ voice: null, transcriber: null, close: () => {} }) },
    voiceActivity: { openStream: () => ({ measure: async () => [], close: () => {} }), close: async () => {} },
    now: () => 0,
  };
  const practice = new PracticeTransport(engines, { idleMs: practiceIdleMs });
  const publisher = new EventPublisher(db, hub);
  const recordings = new RecordingStore(dir);
  return new Calls(db, { orgId, events: publisher, context, recordings, meter: () => {}, simulation, practice });
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
  if (!call) throw new Error(`${callId} does not exist.`);
  return call;
};

async function waitForStatus(callId: string, isAccepted: (status: CallStatus) => boolean) {
  if (!isAccepted(read(callId).status))
    await new Promise<void>((resolve) => {
      const unsubscribe = hub.subscribe(null, ({ event }) => {
        if (event.type !== 'call.changed' || event.call_id !== callId || !isAccepted(event.status)) return;
        unsubscribe();
        resolve();
      });
    });
  return read(callId);
}

const waitForEnd = (callId: string) => waitForStatus(callId, isCallEnded);
const waitForAnswer = (callId: string) => waitForStatus(callId, (status) => status === 'in_progress');

const recording = {
  durationSeconds: 9.6,
  sizeBytes: 3,
  sha256: 'f'.repeat(64),
  peaks: { perSecond: 10, channels: [new Uint8Array([0, 255]), new Uint8Array([51, 0])] as const },
};

const completed: CallOutcome = { status: 'completed', disposition: 'Interested', talkSeconds: 7.4, recording };

/** Adds a document with one chunk and returns a passage of it. */
function addPassage(text: string) {
  const document_id = context.newId('doc');
  const file = { title: 'Terms', kind: 'txt', fileName: 't.txt', sizeBytes: 1, sha256: 'x' } as const;
  const id = insertDocument(db, orgId, { documentId: document_id, addedAt: 1, ...file });
  activateDocument(db, orgId, id, { pages: null, chunkCount: 1, model: 'm' });
  const rowId = insertRow(db, 'INSERT INTO chunk (document, position, text) VALUES (?, 0, ?)', id, text);
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
  return { passage, deleteDocument: () => markDocumentDeleting(db, orgId, id) };
}

describe('the state machine', () => {
  test('allows the transitions of the contract and no other', () => {
    for (const from of callStatuses) {
      for (const to of callStatuses) {
        const call = addCall();
        db.run('UPDATE call SET status = ? WHERE id = ?', from, call.id);
        const change = () => updateCallStatus(db, orgId, read(call.call_id), to);
        if ((callTransitions[from] as readonly string[]).includes(to)) {
          change();
          expect(read(call.call_id).status).toBe(to);
        } else {
          expect(change, `${from} to ${to}`).toThrow(/cannot become/);
          expect(read(call.call_id).status).toBe(from);
        }
      }
    }
  });

  test('rejects a transition if the status has changed in the meantime', () => {
    const call = addCall();
    const seen = read(call.call_id);
    updateCallStatus(db, orgId, seen, 'ringing');
    expect(() => updateCallStatus(db, orgId, seen, 'canceled')).toThrow(/no longer queued/);
    expect(read(call.call_id).status).toBe('ringing');
  });

  test('never stores a time before an earlier time of the call, even if the clock was set back', () => {
    const call = addCall();
    db.run('UPDATE call SET created_at = 1000 WHERE id = ?', call.id);
    updateCallStatus(db, orgId, read(call.call_id), 'ringing');
    updateCallStatus(db, orgId, read(call.call_id), 'in_progress', { answeredAt: 900 });
    expect(read(call.call_id)).toMatchObject({ answered_at: 1000, ended_at: null });
    updateCallStatus(db, orgId, read(call.call_id), 'completed', { endedAt: 800 });
    expect(read(call.call_id)).toMatchObject({ answered_at: 1000, ended_at: 1000 });
    const unanswered = addCall();
    updateCallStatus(db, orgId, read(unanswered.call_id), 'canceled', { endedAt: -5 });
    expect(read(unanswered.call_id)).toMatchObject({ answered_at: null, ended_at: 1 });
  });
});

describe('a running call', () => {
  test('is stored and published step by step, completed once, and added to the search index', async () => {
    const seen: string[] = [];
    const calls = openCalls({
      run: async ({ callId }, progress) => {
        seen.push(read(callId).status);
        progress.reportRinging();
        seen.push(read(callId).status);
        progress.reportAnswered();
        seen.push(read(callId).status);
        progress.addTurn({ speaker: 'agent', text: 'A <b>walrus</b>', startSeconds: 2.2, endSeconds: 4, passages: [] });
        seen.push(`${listTimedTurns(db, read(callId).id).length} turn`);
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    const ended = await waitForEnd(call.call_id);
    expect(seen).toEqual(['queued', 'ringing', 'in_progress', '1 turn']);
    expect(ended).toMatchObject({
      status: 'completed',
      disposition: 'Interested',
      duration_seconds: 7,
      has_recording: 1,
    });
    expect(ended.answered_at).not.toBeNull();
    expect(ended.ended_at).not.toBeNull();
    expect(findRecording(db, call.id)).toEqual({ size_bytes: 3, sha256: 'f'.repeat(64), duration_ms: 9_600 });
    expect(db.searchIndex.all(`SELECT rowid FROM call_fts WHERE call_fts MATCH 'walrus'`)).toEqual([
      { rowid: call.id },
    ]);
    const { call_id } = call;
    expect(events).toEqual([
      ...(['queued', 'ringing', 'in_progress'] as const).map((status) => ({ type: 'call.changed', call_id, status })),
      { type: 'call.turn_added', call_id, position: 0 },
      { type: 'call.changed', call_id, status: 'completed' },
    ]);
    await calls.close();
  });

  test('that is not answered has a reason, and no transcript or recording', async () => {
    const calls = openCalls({
      run: async (_, progress) => {
        progress.reportRinging();
        return { status: 'no_answer', reason: 'The recipient did not answer.' };
      },
    });
    const call = addCall();
    calls.start(call);
    expect(await waitForEnd(call.call_id)).toMatchObject({
      status: 'no_answer',
      reason: 'The recipient did not answer.',
      answered_at: null,
    });
    expect(findRecording(db, call.id)).toBeUndefined();
    await calls.close();
  });

  test('cancels the queued calls to a number that it puts on the do-not-call list, unless an Admin overrides it', async () => {
    const calls = openCalls({
      run: async (_, progress) => {
        progress.reportRinging();
        progress.reportAnswered();
        return { ...completed, disposition: 'Do not call again' };
      },
    });
    const [call, queued, overridden] = [addCall(), addCall(), addCall()];
    db.run(`UPDATE call SET do_not_call_override = 'Asked us to call' WHERE id = ?`, overridden.id);
    calls.start(call);
    await waitForEnd(call.call_id);
    expect(read(queued.call_id)).toMatchObject({
      status: 'canceled',
      reason: expect.stringMatching(/^The call was canceled\. \+15550100 has been on the do-not-call list since/),
    });
    expect(read(overridden.call_id).status).toBe('queued');
    await calls.close();
  });

  test('that throws fails with a reason without internals, leaves no file, and does not affect other calls', async () => {
    const calls = openCalls({
      run: async ({ callId, recordingPath }, progress) => {
        progress.reportRinging();
        if (callId === first.call_id) {
          writeFileSync(recordingPath, 'half');
          throw new Error('ENOENT /secret/path');
        }
        progress.reportAnswered();
        return completed;
      },
    });
    const [first, second] = [addCall(), addCall()];
    calls.start(first);
    calls.start(second);
    const failed = await waitForEnd(first.call_id);
    expect(failed.status).toBe('failed');
    expect(failed.reason).not.toContain('secret');
    expect(logged).toEqual(['call failed']);
    expect((await waitForEnd(second.call_id)).status).toBe('completed');
    await calls.close();
    expect(existsSync(new RecordingStore(dir).getPath(first.call_id))).toBe(false);
  });

  test('that throws frees its slot even if its file cannot be deleted', async () => {
    const calls = openCalls({
      run: async ({ recordingPath }) => {
        mkdirSync(recordingPath);
        throw new Error('no');
      },
    });
    const placed = Array.from({ length: 5 }, () => addCall());
    for (const call of placed) calls.start(call);
    for (const { call_id } of placed) expect((await waitForEnd(call_id)).status).toBe('failed');
    await calls.close();
    const unremoved = logged.filter((message) => message === 'cannot delete the recording file of a failed call');
    expect(unremoved.length).toBe(placed.length);
  });

  test('is repeated if a cited document is deleted before the call is completed', async () => {
    const { passage, deleteDocument } = addPassage('The walrus clause');
    let attempts = 0;
    const calls = openCalls({
      run: async (_, progress) => {
        attempts += 1;
        progress.reportRinging();
        progress.reportAnswered();
        const quote = { speaker: 'agent', startSeconds: 2, endSeconds: 3 } as const;
        if (attempts === 1) {
          progress.addTurn({ ...quote, text: passage.text, passages: [passage] });
          deleteDocument();
        } else progress.addTurn({ ...quote, text: 'I do not know.', passages: [] });
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    expect((await waitForEnd(call.call_id)).status).toBe('completed');
    expect(attempts).toBe(2);
    expect(listTimedTurns(db, call.id).map(({ text }) => text)).toEqual(['I do not know.']);
    expect(db.searchIndex.all(`SELECT rowid FROM call_fts WHERE call_fts MATCH 'walrus'`)).toEqual([]);
    await calls.close();
  });

  test('has a folder for its recording even if the folder was deleted', async () => {
    const calls = openCalls({
      run: async ({ recordingPath }, progress) => {
        writeFileSync(recordingPath, 'sound');
        progress.reportRinging();
        progress.reportAnswered();
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    rmSync(join(dir, 'recordings'), { recursive: true });
    expect((await waitForEnd(call.call_id)).status).toBe('completed');
    await calls.close();
  });

  test('whose failure cannot be stored is marked as failed with the next call', async () => {
    const calls = openCalls({
      run: async ({ callId }, progress) => {
        progress.reportRinging();
        if (callId !== first.call_id) return { status: 'no_answer', reason: 'The recipient did not answer.' };
        refuseWrites(db);
        throw new Error('no');
      },
    });
    const [first, second] = [addCall(), addCall()];
    const failing = once(logger, 'cannot mark a call as failed');
    calls.start(first);
    await failing;
    allowWrites(db);
    expect(read(first.call_id).status).toBe('ringing');
    calls.start(second);
    expect((await waitForEnd(second.call_id)).status).toBe('no_answer');
    expect(read(first.call_id)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/Something went wrong/),
    });
    await calls.close();
  });

  test.each(['before the turn', 'after the turn'])(
    'is repeated if the source document of a question is deleted %s',
    async (when) => {
      const { passage, deleteDocument } = addPassage('The walrus clause');
      let attempts = 0;
      const calls = openCalls({
        run: async (_, progress) => {
          attempts += 1;
          progress.reportRinging();
          progress.reportAnswered();
          const turn = { speaker: 'user', startSeconds: 2, endSeconds: 3, passages: [] } as const;
          if (attempts === 1) {
            if (when === 'before the turn') deleteDocument();
            progress.addTurn({ ...turn, text: 'What is the walrus clause?' }, passage.document_id);
            deleteDocument();
          } else progress.addTurn({ ...turn, text: 'What is the weather like?' }, null);
          return completed;
        },
      });
      const call = addCall();
      calls.start(call);
      expect((await waitForEnd(call.call_id)).status).toBe('completed');
      expect(attempts).toBe(2);
      expect(listTimedTurns(db, call.id).map(({ text }) => text)).toEqual(['What is the weather like?']);
      await calls.close();
    },
  );

  test('fails if the cited document of every attempt is deleted, and stores no turn', async () => {
    let attempts = 0;
    const calls = openCalls({
      run: async (_, progress) => {
        attempts += 1;
        progress.reportRinging();
        progress.reportAnswered();
        const { passage, deleteDocument } = addPassage(`Clause ${attempts}`);
        deleteDocument();
        progress.addTurn({ speaker: 'agent', text: passage.text, startSeconds: 1, endSeconds: 2, passages: [passage] });
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    const ended = await waitForEnd(call.call_id);
    expect(ended.status).toBe('failed');
    expect(ended.reason).toMatch(/was deleted/);
    expect(attempts).toBe(3);
    expect(listTimedTurns(db, call.id)).toEqual([]);
    await calls.close();
  });

  test('keeps the citation of a passage, but not its text, after the document is deleted', async () => {
    const { passage, deleteDocument } = addPassage('The walrus clause');
    const calls = openCalls({
      run: async (_, progress) => {
        progress.reportRinging();
        progress.reportAnswered();
        progress.addTurn({
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
    await waitForEnd(call.call_id);
    const passages = () => listTimedTurns(db, call.id)[0]?.passages;
    const { document_id, title, page, text } = passage;
    expect(passages()).toEqual([{ document_id, title, page, text }]);
    deleteDocument();
    expect(passages()).toEqual([{ document_id, title, page, text: '' }]);
    await calls.close();
  });
});

describe('interrupted calls', () => {
  /** Runs until it is stopped. */
  const endless: CallTransport = {
    run: (_, progress, signal) => {
      progress.reportRinging();
      progress.reportAnswered();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  };

  test('live calls fail with a reason when the workspace is closed; queued calls run after the next start', async () => {
    const calls = openCalls(endless);
    const placed = Array.from({ length: 20 }, () => addCall());
    for (const call of placed) calls.start(call);
    await waitForAnswer(placed[0]?.call_id ?? '');
    await calls.close();
    const statuses = placed.map(({ call_id }) => read(call_id).status);
    expect(new Set(statuses)).toEqual(new Set(['failed', 'queued']));
    const failed = placed.find(({ call_id }) => read(call_id).status === 'failed');
    expect(read(failed?.call_id ?? '').reason).toBe('Switchboard was closed during this call.');
    const left = placed.filter(({ call_id }) => read(call_id).status === 'queued');
    expect(left.length).toBeGreaterThan(10);

    const started: string[] = [];
    const again = openCalls({
      run: async ({ callId }, progress) => {
        started.push(callId);
        progress.reportRinging();
        progress.reportAnswered();
        return completed;
      },
    });
    for (const { call_id } of left) expect((await waitForEnd(call_id)).status).toBe('completed');
    expect(started).toEqual(left.map(({ call_id }) => call_id));
    await again.close();
  });

  test.runIf(canMount)('queued calls run even if a leftover file cannot be deleted', async () => {
    const immovable = join(dir, 'recordings', 'call_0.mp3.part');
    mkdirSync(dirname(immovable), { recursive: true });
    writeFileSync(immovable, '');
    execFileSync('mount', ['--bind', immovable, immovable]);
    try {
      const call = addCall();
      const calls = openCalls({
        run: async (_, progress) => {
          progress.reportRinging();
          return { status: 'no_answer', reason: 'The recipient did not answer.' };
        },
      });
      expect((await waitForEnd(call.call_id)).status).toBe('no_answer');
      expect(logged).toEqual(['failed to remove unused recordings']);
      await calls.close();
    } finally {
      execFileSync('umount', [immovable]);
    }
  });

  test('calls that were live when the process ended fail at the next start, and their files are deleted', async () => {
    const [ringing, talking, done] = [addCall(), addCall(), addCall()];
    updateCallStatus(db, orgId, read(ringing.call_id), 'ringing');
    for (const { call_id } of [talking, done]) {
      updateCallStatus(db, orgId, read(call_id), 'ringing');
      updateCallStatus(db, orgId, read(call_id), 'in_progress');
    }
    updateCallStatus(db, orgId, read(done.call_id), 'canceled');
    mkdirSync(join(dir, 'recordings'));
    const half = join(dir, 'recordings', `${talking.call_id}.mp3.part`);
    const orphan = join(dir, 'recordings', `${talking.call_id}.mp3`);
    for (const path of [half, orphan]) writeFileSync(path, 'half');
    const calls = openCalls(endless);
    for (const { call_id } of [ringing, talking]) {
      expect(read(call_id)).toMatchObject({
        status: 'failed',
        reason: 'Switchboard quit during this call. Place the call again.',
        has_recording: 0,
      });
    }
    expect(read(done.call_id).status).toBe('canceled');
    await calls.close();
    for (const path of [half, orphan]) expect(existsSync(path)).toBe(false);
  });

  test('cancel stops a live call, and its transport cannot store anything afterwards', async () => {
    const late = Promise.withResolvers<unknown>();
    const calls = openCalls({
      run: async (_, progress, signal) => {
        progress.reportRinging();
        progress.reportAnswered();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        try {
          progress.addTurn({ speaker: 'agent', text: 'Too late', startSeconds: 1, endSeconds: 2, passages: [] });
        } catch (error) {
          late.resolve(error);
        }
        return completed;
      },
    });
    const call = addCall();
    calls.start(call);
    await waitForAnswer(call.call_id);
    db.transaction(() => calls.cancel(read(call.call_id)));
    expect(await late.promise).toBeInstanceOf(Error);
    expect(read(call.call_id)).toMatchObject({ status: 'canceled', has_recording: 0 });
    expect(listTimedTurns(db, call.id)).toEqual([]);
    expect(logged).toEqual([]);
    await calls.close();
  });

  test('an idle practice call ends after a timeout, and is kept', async () => {
    const calls = openCalls(endless, 20);
    const call = addCall('practice');
    calls.start(call);
    expect(await waitForEnd(call.call_id)).toMatchObject({ status: 'completed', disposition: 'Ended early' });
    expect(listTimedTurns(db, call.id).length).toBe(1);
    expect(existsSync(new RecordingStore(dir).getPath(call.call_id))).toBe(true);
    await calls.close();
  });
});
