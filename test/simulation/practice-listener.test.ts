import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ModelServerError } from '../../electron/service/features/model-server/model-server-client.ts';
import { PracticeListener, type Transcribe } from '../../electron/service/features/simulation/practice-listener.ts';
import {
  createVoiceActivity,
  frameSamples,
  type VoiceStream,
} from '../../electron/service/features/speech/listening/voice-activity.ts';
import type { HeardEvent } from '../../shared/calls/practice-voice.ts';
import { createCough, createRoomNoise, joinSounds, mixSounds, speakSound } from '../helpers/speech/spoken-sound.ts';

const activity = createVoiceActivity();
afterAll(() => activity.close());

let sentence: Float32Array;
let other: Float32Array;
beforeAll(async () => {
  sentence = await speakSound('Please call me back on Monday.', 'rms');
  other = await speakSound('The train to the coast leaves in ten minutes from the other side.', 'slt');
});

const chunkSamples = 1_600;

type Heard = HeardEvent & { readonly atMs: number };

const opened: PracticeListener[] = [];
afterEach(() => opened.splice(0).forEach((listener) => listener.close()));

function openListener(transcribe: Transcribe, agentText = 'How can I help you?') {
  const signal = new AbortController().signal;
  const listener = new PracticeListener({
    stream: activity.openStream(),
    transcribe,
    getAgentText: () => agentText,
    signal,
  });
  opened.push(listener);
  return listener;
}

/** Sends a sound in pieces of 100 ms, and returns what was heard, with its time in the sound. */
async function play(listener: PracticeListener, sound: Float32Array, mode: 'open' | 'push' = 'open'): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (let start = 0; start < sound.length; start += chunkSamples) {
    const chunk = sound.slice(start, start + chunkSamples);
    const ends = mode === 'push' && start + chunkSamples >= sound.length;
    const atMs = (start + chunk.length) / 16;
    heard.push(...(await listener.add(chunk, mode, ends)).map((event) => ({ ...event, atMs })));
    await wait(1); // transcripts are resolved
  }
  return heard;
}

/** A sentence with pauses is transcribed more than once. */
const listKinds = (heard: readonly Heard[]) => [...new Set(heard.map(({ kind }) => kind))];
const say =
  (text: string): Transcribe =>
  async () =>
    text;

test('a sentence interrupts after half a second, and ends soon after its last word', async () => {
  const listener = openListener(say('Please call me back on Monday.'));
  const heard = await play(listener, joinSounds(createRoomNoise(1), sentence, createRoomNoise(2)));
  expect(listKinds(heard)).toEqual(['interruption', 'heard', 'turn']);
  const [interruption] = heard;
  const turn = heard.at(-1);
  const soundStartMs = 1_000;
  expect(interruption?.atMs).toBeLessThan(soundStartMs + 1_000);
  expect(turn).toMatchObject({ text: 'Please call me back on Monday.' });
  // The voice is silent for some milliseconds at the end of its sound.
  expect(turn?.atMs).toBeLessThanOrEqual(soundStartMs + sentence.length / 16 + 450);
  const spoken = listener.takeTurn(turn?.kind === 'turn' ? turn.id : 0);
  expect((spoken?.audio.bytes.length ?? 0) / 32_000).toBeGreaterThan(sentence.length / 16_000 - 0.3);
  // The turn begins 250 ms before the speech that was noticed, and interrupts after half a second of it.
  expect(spoken?.overlapSeconds).toBeGreaterThanOrEqual(0.75);
  expect(spoken?.overlapSeconds).toBeLessThan(1.05);
  expect(listener.takeTurn(1)).toBeNull();
});

test('a sentence that is not finished waits for its end, and is one turn', async () => {
  const first = await speakSound('I would like to', 'rms');
  const hasSecond = (wav: Uint8Array) => wav.length / 32_000 > 2.2;
  const listener = openListener(async (wav) =>
    hasSecond(wav) ? 'I would like to call you back on Monday.' : 'I would like to',
  );
  const sound = joinSounds(createRoomNoise(0.5), first, createRoomNoise(1.2), sentence, createRoomNoise(1));
  const heard = await play(listener, sound);
  expect(heard.filter(({ kind }) => kind === 'turn')).toMatchObject([
    { text: 'I would like to call you back on Monday.' },
  ]);
});

describe('what is no turn:', () => {
  test('silence', async () => expect(await play(openListener(say('You')), createRoomNoise(3))).toEqual([]));

  test('a cough', async () => {
    const sound = joinSounds(
      createRoomNoise(1),
      createCough(),
      createRoomNoise(1.5),
      createCough(),
      createRoomNoise(1.5),
    );
    expect(await play(openListener(say('Thanks for watching!')), sound)).toEqual([]);
  });

  test('noise in which nothing is understood: the agent goes on', async () => {
    const heard = await play(openListener(say('')), joinSounds(createRoomNoise(0.5), sentence, createRoomNoise(2)));
    expect(listKinds(heard)).toEqual(['interruption', 'nothing']);
  });

  test('the agent’s own voice from a loudspeaker', async () => {
    const said = 'Please call me back on Monday.';
    const echo = sentence.map((sample) => sample * 0.3);
    const heard = await play(openListener(say(said), said), joinSounds(createRoomNoise(0.5), echo, createRoomNoise(2)));
    expect(listKinds(heard)).toEqual(['interruption', 'heard', 'nothing']);
  });
});

test('two speakers at once are one turn', async () => {
  const listener = openListener(say('Please call me back on Monday.'));
  const both = mixSounds(joinSounds(sentence, createRoomNoise(1.5)), other.subarray(0, sentence.length), 0.5);
  const heard = await play(listener, joinSounds(createRoomNoise(0.5), both, createRoomNoise(1)));
  expect(heard.filter(({ kind }) => kind === 'turn')).toHaveLength(1);
});

test('a server that fails is reported with what to do', async () => {
  const listener = openListener(() => Promise.reject(new ModelServerError('It is busy.', 'Try again.', 'answer')));
  const heard = await play(listener, joinSounds(createRoomNoise(0.5), sentence, createRoomNoise(2)));
  expect(heard.at(-1)).toMatchObject({ kind: 'failed', detail: 'It is busy. Try again.' });
});

test('a key that is released at once is no turn, and its end is reported', async () => {
  const transcribe = vi.fn(say('You'));
  const listener = openListener(transcribe);
  expect(await listener.add(createRoomNoise(0.2), 'push', true)).toEqual([{ kind: 'nothing' }]);
  expect(await listener.add(new Float32Array(), 'push', true)).toEqual([{ kind: 'nothing' }]);
  expect(transcribe).not.toHaveBeenCalled();
});

test('a turn of a minute ends, and what was said before its last pause is not reported after it', async () => {
  const stream: VoiceStream = { measure: async (samples) => speechIn(samples), close: () => {} };
  const speechIn = (samples: Float32Array) =>
    Array.from({ length: samples.length / frameSamples }, (_, index) => samples[index * frameSamples] ?? 0);
  const pending: (() => void)[] = [];
  const transcribe: Transcribe = (wav) =>
    new Promise((resolve) => pending.push(() => resolve(`${Math.round(wav.length / 32_000)} seconds`)));
  const signal = new AbortController().signal;
  const listener = new PracticeListener({ stream, transcribe, getAgentText: () => '', signal });
  const add = (seconds: number, probability: number) =>
    listener.add(new Float32Array(Math.round(seconds * 31.25) * frameSamples).fill(probability), 'open', false);
  for (let second = 0; second < 55; second++) await add(1, 1);
  await add(0.4, 0); // a pause, whose transcript is late
  await add(0.1, 0);
  expect(pending).toHaveLength(2);
  for (const answer of pending) answer();
  await wait(1);
  expect((await add(0.1, 0)).map(({ kind }) => kind)).toEqual(['turn']);
});

test('while a key is held, everything is one turn, which ends with the key', async () => {
  const lengths: number[] = [];
  const listener = openListener(async (wav) => (lengths.push(wav.length), 'Well. Monday.'));
  const sound = joinSounds(sentence, createRoomNoise(3), sentence);
  expect(await play(listener, sound, 'push')).toEqual([]);
  expect(listKinds(await play(listener, createRoomNoise(0.1), 'open'))).toEqual(['turn']);
  expect(lengths).toHaveLength(1);
  expect((lengths[0] ?? 0) / 32_000).toBeCloseTo(sound.length / 16_000, 0);
});
