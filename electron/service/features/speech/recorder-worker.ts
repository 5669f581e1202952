import { serveRequests, TransferredResult } from '../../platform/workers/serve-requests.ts';
import { Mp3EncoderPool, RecordingWriter } from './recording-writer.ts';
import type { RecorderProtocol, RecordingTarget } from './recorder-protocol.ts';
import { toSamples } from './audio-format.ts';
import { createSpeechCache } from './synthesis/speech-cache.ts';
import { loadSynthesizer } from './synthesis/synthesizer.ts';

/** Of speech: 8 MB. */
const cachedSeconds = 250;

const tools = {
  synthesizer: createSpeechCache(await loadSynthesizer(), toSamples(cachedSeconds)),
  encoders: new Mp3EncoderPool(),
};

/** Open recordings, by id. */
const writers = new Map<number, RecordingWriter>();

serveRequests<RecorderProtocol>({
  ring: async ({ recording, times }) => (await getWriter(recording)).ring(times),
  beep: async ({ recording }) => (await getWriter(recording)).beep(),
  speak: async function* ({ recording, ...turn }, report) {
    const writer = await getWriter(recording);
    const spoken = yield* writer.speak(turn, report);
    return new TransferredResult(spoken, listBuffers(spoken.clip));
  },
  cut: async ({ recording, endSeconds }) => (await getWriter(recording)).cut(endSeconds),
  finish: async ({ recording }) => {
    const finished = (await getWriter(recording)).finish();
    writers.delete(recording.recordingId);
    return new TransferredResult(finished, listBuffers(...finished.peaks.channels));
  },
  abandon: ({ recordingId }) => {
    writers.get(recordingId)?.discard();
    writers.delete(recordingId);
  },
});

async function getWriter({ recordingId, options }: RecordingTarget): Promise<RecordingWriter> {
  const writer = writers.get(recordingId) ?? (await RecordingWriter.open(options, tools));
  writers.set(recordingId, writer);
  return writer;
}

function listBuffers(...arrays: readonly (Uint8Array | undefined)[]): readonly ArrayBuffer[] {
  // Each array was created in this worker with an ArrayBuffer.
  return arrays.flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}
