import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { Mp3Encoders } from './mp3-encoders.ts';
import type { FinishedRecording, SpokenTurn } from './recorder.ts';
import type { RecorderReply, RecorderRequest, RecordingStep, StepFailure, StepResult } from './recorder-protocol.ts';
import { Recording, type RecordingOptions } from './recording.ts';
import { RecordingLimitError } from './recording-limits.ts';
import { loadSynthesizer } from './synthesizer.ts';

if (!parentPort) throw new Error('This module runs as a worker only.');
const port = parentPort;

type Session = {
  readonly options: RecordingOptions;
  readonly waiting: { readonly requestId: number; readonly step: RecordingStep }[];
  recording?: Recording;
  /** What ended it; every later step gets the same. */
  failure?: StepFailure;
  isAbandoned: boolean;
};

/** In the order of their turns: the one that had its turn goes to the end. */
const sessions = new Map<number, Session>();
let isRunning = false;

const tools = { synthesizer: await loadSynthesizer(), encoders: new Mp3Encoders() };

port.on('message', (request: RecorderRequest) => {
  if (request.kind === 'open') {
    sessions.set(request.sessionId, { options: request.options, waiting: [], isAbandoned: false });
    return;
  }
  const session = sessions.get(request.sessionId);
  if (request.kind === 'abandon') {
    if (session) abandon(request.sessionId, session);
    reply({ kind: 'done', requestId: request.requestId, result: undefined });
    return;
  }
  session?.waiting.push(request);
  if (!isRunning) void runSessions();
});

function abandon(sessionId: number, session: Session): void {
  sessions.delete(sessionId);
  session.waiting.length = 0;
  session.isAbandoned = true;
  session.recording?.drop();
}

async function runSessions(): Promise<void> {
  isRunning = true;
  for (let next = findNext(); next; next = findNext()) {
    const [sessionId, session, { requestId, step }] = next;
    sessions.delete(sessionId);
    sessions.set(sessionId, session);
    try {
      const result = await runStep(session, step);
      if (step.kind === 'finish') sessions.delete(sessionId);
      reply({ kind: 'done', requestId, result }, listBuffers(result));
    } catch (error) {
      const failure = describeFailure(error);
      if (!failure.isLimit) {
        session.failure ??= failure;
        session.recording?.drop();
      }
      reply({ kind: 'failed', requestId, failure: session.failure ?? failure });
    }
    // Lets in what came meanwhile: other sessions' steps, or that this one is given up.
    await nextTurn();
  }
  isRunning = false;
}

function findNext(): readonly [number, Session, Session['waiting'][number]] | undefined {
  for (const [sessionId, session] of sessions) {
    const request = session.waiting.shift();
    if (request) return [sessionId, session, request];
  }
  return undefined;
}

async function runStep(session: Session, step: RecordingStep): Promise<StepResult[keyof StepResult]> {
  if (session.failure) throw new Error(session.failure.message);
  session.recording ??= await Recording.open(session.options, tools);
  const { recording } = session;
  if (session.isAbandoned) {
    recording.drop();
    throw new Error('The recording was given up.');
  }
  switch (step.kind) {
    case 'ring':
      return recording.ring(step.times);
    case 'beep':
      return recording.beep();
    case 'say':
      return recording.say(step.speaker, step.text, step.gapSeconds, step.withClip);
    case 'finish':
      return recording.finish();
  }
}

function describeFailure(error: unknown): StepFailure {
  if (!(error instanceof Error)) return { message: String(error), isLimit: false };
  const { code } = error as Error & { readonly code?: unknown }; // Node's field
  return {
    message: error.message,
    isLimit: error instanceof RecordingLimitError,
    ...(typeof code === 'string' && { code }),
  };
}

/** What is handed over instead of copied. */
function listBuffers(result: Partial<SpokenTurn & FinishedRecording>): readonly ArrayBufferLike[] {
  return [result.clip, ...(result.peaks?.channels ?? [])].flatMap((bytes) => (bytes ? [bytes.buffer] : []));
}

function reply(message: RecorderReply, transfer: readonly ArrayBufferLike[] = []): void {
  // Each of them was made here as an ArrayBuffer.
  port.postMessage(message, transfer as readonly ArrayBuffer[]);
}
