import { PracticeListener } from '../../electron/service/features/simulation/practice-listener.ts';
import {
  createVoiceActivity,
  type VoiceActivity,
} from '../../electron/service/features/speech/listening/voice-activity.ts';
import { voices } from '../../shared/agents/voices.ts';
import type { HeardEvent } from '../../shared/calls/practice-voice.ts';
import { createRoomNoise, joinSounds, speakSound } from '../helpers/speech/spoken-sound.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { findMedian } from './find-median.ts';

const sentences = [
  'Please call me back on Monday.',
  'I would like to know what it costs.',
  'Wait a moment, who is calling?',
  'Can you tell me more about the contract?',
  'No, that does not work for me at all.',
];

const silenceTargetMs = 300;
const endTargetMs = 450;
const shareTarget = 2;

const chunkMs = 64;
/** Speech that interrupts. The time counts from there. */
const speechMs = 500;
const noiseMs = 1_000;

type Measured = { readonly silenceMs: number; readonly endMs: number };

/** Sentences of every built-in voice, sent in real time as the window sends them, with a server that transcribes in 150 ms. */
export async function bench(): Promise<readonly BenchRow[]> {
  const activity = createVoiceActivity();
  const measured: Measured[] = [];
  for (const voice of voices)
    for (const sentence of sentences)
      measured.push(await measureSentence(activity, await speakSound(sentence, voice), sentence));
  const share = await measureShare(activity);
  await activity.close();
  const silences = measured.map(({ silenceMs }) => silenceMs).toSorted((a, b) => a - b);
  const p95 = silences[Math.ceil(0.95 * silences.length) - 1] ?? Infinity;
  const endMs = findMedian(measured.map((one) => one.endMs));
  return [
    {
      name: `500 ms of speech → the agent stops, p95 of ${silences.length} sentences`,
      measured: `${Math.round(p95)} ms`,
      target: `≤ ${silenceTargetMs} ms`,
      ok: p95 <= silenceTargetMs,
    },
    {
      name: 'end of a complete sentence → end of turn decided, p50',
      measured: `${Math.round(endMs)} ms`,
      target: `≤ ${endTargetMs} ms`,
      ok: endMs <= endTargetMs,
    },
    {
      name: 'voice activity while somebody speaks, of one core',
      measured: `${share.toFixed(1)}%`,
      target: `≤ ${shareTarget}%`,
      ok: share <= shareTarget,
    },
  ];
}

async function measureSentence(activity: VoiceActivity, sound: Float32Array, text: string): Promise<Measured> {
  const listener = new PracticeListener({
    stream: activity.openStream(),
    transcribe: () => new Promise((resolve) => setTimeout(resolve, 150, text)),
    getAgentText: () => '',
    signal: new AbortController().signal,
  });
  const [start = 0, end = 0] = findSound(sound);
  const whole = joinSounds(createRoomNoise(noiseMs / 1_000), sound, createRoomNoise(3));
  const startedAt = performance.now();
  const times = new Map<HeardEvent['kind'], number>();
  for (let chunk = 0; !times.has('turn') && (chunk + 1) * chunkMs * 16 <= whole.length; chunk++) {
    // A chunk is complete when its last sample was heard.
    await waitUntil(startedAt + (chunk + 1) * chunkMs);
    const samples = whole.slice(chunk * chunkMs * 16, (chunk + 1) * chunkMs * 16);
    for (const { kind } of await listener.add(samples, 'open', false))
      if (!times.has(kind)) times.set(kind, performance.now() - startedAt);
  }
  listener.close();
  return {
    silenceMs: (times.get('interruption') ?? Infinity) - (noiseMs + start + speechMs),
    endMs: (times.get('turn') ?? Infinity) - (noiseMs + end),
  };
}

function waitUntil(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));
}

/** Returns where the sound begins and ends that can be heard, in milliseconds. */
function findSound(samples: Float32Array): readonly [number, number] {
  const loud = samples.reduce<number[]>(
    (found, sample, index) => (Math.abs(sample) > 0.02 ? [found[0] ?? index, index] : found),
    [],
  );
  return [(loud[0] ?? 0) / 16, (loud[1] ?? 0) / 16];
}

/** Returns the processor time of a minute of speech, in percent of the minute. */
async function measureShare(activity: VoiceActivity): Promise<number> {
  const sound = await speakSound(sentences.join(' '), 'slt');
  const minute = joinSounds(...Array.from({ length: Math.ceil((60 * 16_000) / sound.length) }, () => sound));
  const stream = activity.openStream();
  const before = process.cpuUsage();
  await stream.measure(minute);
  const { user, system } = process.cpuUsage(before);
  stream.close();
  return ((user + system) / 1_000 / (minute.length / 16)) * 100;
}

if (import.meta.main) printRows(await bench());
