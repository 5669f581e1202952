import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { Mp3EncoderPool } from './mp3-encoder-pool.ts';
import type { FinishedRecording, SpokenTurn } from './recorder.ts';
import type { RecorderReply, RecorderRequest, RecordingStep, StepFailure, StepResults } from './recorder-protocol.ts';
import { RecordingWriter, type RecordingWriterOptions } from './recording-writer.ts';
import { RecordingLimitError } from './recording-limits.ts';
import { loadSynthesizer } from './synthesis/synthesizer.ts';

if (!parentPort) throw new Error('This module runs as a worker only.');
const port = parentPort;

type OpenRecording = {
  readonly options: RecordingWriterOptions;
  readonly waiting: { readonly requestId: number; readonly step: RecordingStep }[];
  recording?: RecordingWriter;
  /** What ended it; every later step gets the same. */
  failure?: StepFailure;
  isAbandoned: boolean;
};

/** In the order of their turns: the one that had its turn goes to the end. */
const openRecordings = new Map<number, OpenRecording>();
let isRunning = false;

const recordingTools = { synthesizer: await loadSynthesizer(), encoders: new Mp3EncoderPool() };

port.on('message', (request: RecorderRequest) => {
  if (request.kind === 'open') {
    openRecordings.set(request.recordingId, { options: request.options, waiting: [], isAbandoned: false });
    return;
  }
  const session = openRecordings.get(request.recordingId);
  if (request.kind === 'abandon') {
    if (session) abandonRecording(request.recordingId, session);
    postReply({ kind: 'done', requestId: request.requestId, result: undefined });
    return;
  }
  session?.waiting.push(request);
  if (!isRunning) void runQueuedSteps();
});

function abandonRecording(recordingId: number, session: OpenRecording): void {
  openRecordings.delete(recordingId);
  session.waiting.length = 0;
  session.isAbandoned = true;
  session.recording?.discard();
}

async function runQueuedSteps(): Promise<void> {
  isRunning = true;
  for (let next = takeNextStep(); next; next = takeNextStep()) {
    const [recordingId, session, { requestId, step }] = next;
    openRecordings.delete(recordingId);
    openRecordings.set(recordingId, session);
    try {
      const result = await runStep(session, step);
      if (step.kind === 'finish') openRecordings.delete(recordingId);
      postReply({ kind: 'done', requestId, result }, listTransferables(result));
    } catch (error) {
      const failure = toStepFailure(error);
      if (!failure.isLimit) {
        session.failure ??= failure;
        session.recording?.discard();
      }
      postReply({ kind: 'failed', requestId, failure: session.failure ?? failure });
    }
    // Lets in what came meanwhile: other sessions' steps, or that this one is given up.
    await nextTurn();
  }
  isRunning = false;
}

function takeNextStep(): readonly [number, OpenRecording, OpenRecording['waiting'][number]] | undefined {
  for (const [recordingId, session] of openRecordings) {
    const request = session.waiting.shift();
    if (request) return [recordingId, session, request];
  }
  return undefined;
}

async function runStep(session: OpenRecording, step: RecordingStep): Promise<StepResults[keyof StepResults]> {
  if (session.failure) throw new Error(session.failure.message);
  session.recording ??= await RecordingWriter.open(session.options, recordingTools);
  const { recording } = session;
  if (session.isAbandoned) {
    recording.discard();
    throw new Error('The recording was given up.');
  }
  switch (step.kind) {
    case 'ring':
      return recording.ring(step.times);
    case 'beep':
      return recording.beep();
    case 'say':
      return recording.speak(step.speaker, step.text, step.gapSeconds, step.withClip);
    case 'finish':
      return recording.finish();
  }
}

function toStepFailure(error: unknown): StepFailure {
  if (!(error instanceof Error)) return { message: String(error), isLimit: false };
  const { code } = error as Error & { readonly code?: unknown }; // Node's field
  return {
    message: error.message,
    isLimit: error instanceof RecordingLimitError,
    ...(typeof code === 'string' && { code }),
  };
}

/** What is handed over instead of copied. */
function listTransferables(result: Partial<SpokenTurn & FinishedRecording>): readonly ArrayBufferLike[] {
  return [result.clip, ...(result.peaks?.channels ?? [])].flatMap((bytes) => (bytes ? [bytes.buffer] : []));
}

function postReply(message: RecorderReply, transfer: readonly ArrayBufferLike[] = []): void {
  // Each of them was made here as an ArrayBuffer.
  port.postMessage(message, transfer as readonly ArrayBuffer[]);
}
