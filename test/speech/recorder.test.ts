import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinWavs } from '../../electron/service/features/speech/audio-format.ts';
import {
  createRecorder,
  type FinishedRecording,
  type Recorder,
  type SpokenTurn,
  type TimeRange,
} from '../../electron/service/features/speech/recorder.ts';
import { voices } from '../../shared/agents/voices.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import {
  cutTimeRange,
  decodeRecording,
  findSound,
  peakOf,
  toDecibels,
  type DecodedRecording,
} from './decoded-recording.ts';

const accuracySeconds = 0.05;

const script = [
  ['agent', 'Hello Wilhelmina. Thanks for calling! This is the support desk; how can I help?', 0.8],
  ['user', 'Hi. What does the plan with 50 Mbps cost, and is it open 24/7?', 0.4],
  ['agent', 'It costs $29.99 a month.', 0.35],
  ['user', 'Yes.', 0],
  ['agent', 'See you soon, then.', 1.5],
] as const;

describe('a recorded call', () => {
  let folder: TemporaryFolder;
  let recorder: Recorder;
  let ring: TimeRange;
  let beep: TimeRange;
  let turns: readonly SpokenTurn[];
  let finished: FinishedRecording;
  let decoded: DecodedRecording;
  let path: string;

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    path = join(folder.path, 'call.mp3');
    recorder = createRecorder({ maxWorkers: 1 });
    const recording = recorder.openRecording({ path, voices: { agent: 'slt', user: 'awb' }, seed: '7' });
    const ringing = recording.ring(2);
    const spoken = script.map(([speaker, text, gapSeconds]) =>
      recording.speak(speaker, text, { gapSeconds, withClip: true }),
    );
    const beeping = recording.beep();
    // Not awaited in between: the steps run in the order of the calls.
    finished = await recording.finish();
    [ring, turns, beep] = [await ringing, await Promise.all(spoken), await beeping];
    decoded = await decodeRecording(path);
  });
  afterAll(async () => {
    await recorder.close();
    await folder.remove();
  });

  const channelOf = (turn: number) => (script[turn]?.[0] === 'agent' ? 0 : 1);

  it('reports the time of each turn within 50 ms of its sound in the decoded file', () => {
    turns.forEach((turn, i) => {
      // Up to the middle of the gaps, so that a turn at a wrong time is still found.
      const from = ((turns[i - 1] ?? ring).endSeconds + turn.startSeconds) / 2;
      const to = (turn.endSeconds + (turns[i + 1] ?? beep).startSeconds) / 2;
      const sound = findSound(decoded, channelOf(i), from, to);
      expect(Math.abs(sound.startSeconds - turn.startSeconds), `start of turn ${i}`).toBeLessThan(accuracySeconds);
      expect(Math.abs(sound.endSeconds - turn.endSeconds), `end of turn ${i}`).toBeLessThan(accuracySeconds);
    });
  });

  it('keeps the requested gaps', () => {
    turns.forEach((turn, i) => {
      expect(turn.startSeconds - (turns[i - 1] ?? ring).endSeconds).toBeCloseTo(script[i]?.[2] ?? 0, 3);
    });
  });

  it('has the agent on the left channel, the user on the right, and the other channel silent', () => {
    turns.forEach((turn, i) => {
      const other = channelOf(i) === 0 ? 1 : 0;
      // Without a gap, the codec spreads a frame of one turn over the next.
      const { startSeconds, endSeconds } = { startSeconds: turn.startSeconds + 0.1, endSeconds: turn.endSeconds - 0.1 };
      expect(toDecibels(peakOf(cutTimeRange(decoded, channelOf(i), startSeconds, endSeconds)))).toBeGreaterThan(-20);
      expect(toDecibels(peakOf(cutTimeRange(decoded, other, startSeconds, endSeconds)))).toBeLessThan(-50);
    });
  });

  it('rings on both channels before the answer, and beeps on the right', () => {
    for (const channel of [0, 1] as const) {
      const sound = findSound(decoded, channel, 0, ring.endSeconds + 0.2);
      expect(Math.abs(sound.startSeconds - ring.startSeconds)).toBeLessThan(accuracySeconds);
      expect(Math.abs(sound.endSeconds - ring.endSeconds)).toBeLessThan(accuracySeconds);
    }
    expect(ring.endSeconds - ring.startSeconds).toBeCloseTo(8, 3);
    const sound = findSound(decoded, 1, beep.startSeconds - 0.2, decoded.durationSeconds);
    expect(Math.abs(sound.startSeconds - beep.startSeconds)).toBeLessThan(accuracySeconds);
    expect(Math.abs(sound.endSeconds - beep.endSeconds)).toBeLessThan(accuracySeconds);
    const left = cutTimeRange(decoded, 0, beep.startSeconds, decoded.durationSeconds);
    expect(toDecibels(peakOf(left))).toBeLessThan(-50);
  });

  it('never clips', () => {
    for (const channel of decoded.channels) expect(toDecibels(peakOf(channel))).toBeLessThan(-1);
  });

  it('reports the duration, size and hash of its file, and leaves no other file', async () => {
    const file = await readFile(path);
    expect(Math.abs(decoded.durationSeconds - finished.durationSeconds)).toBeLessThan(accuracySeconds);
    expect(finished.sizeBytes).toBe(file.length);
    expect(finished.sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(await readdir(folder.path)).toEqual(['call.mp3']);
  });

  it('has a constant bitrate, which players need for the duration and for seeking', async () => {
    const file = await readFile(path);
    const frames = file.length / 216;
    expect(Number.isInteger(frames)).toBe(true);
    const headers = new Set(Array.from({ length: frames }, (_, i) => file.readUInt32BE(i * 216) >>> 8));
    expect([...headers].map((header) => header.toString(16))).toEqual(['fff368']); // 48 kbit/s, 16 kHz, no padding
  });

  it('has the peaks of the decoded file', () => {
    const { perSecond, channels } = finished.peaks;
    const window = decoded.sampleRate / perSecond;
    channels.forEach((peaks, channel) => {
      expect(peaks.length).toBe(Math.ceil((decoded.durationSeconds * decoded.sampleRate) / window));
      let largestError = 0;
      let sumOfErrors = 0;
      peaks.forEach((peak, i) => {
        const samples = decoded.channels[channel]?.subarray(i * window, (i + 1) * window) ?? new Float32Array();
        const error = Math.abs(peakOf(samples) - peak / 255);
        largestError = Math.max(largestError, error);
        sumOfErrors += error;
      });
      // The codec changes single samples; a track that is off by one window is far outside of this.
      expect(sumOfErrors / peaks.length).toBeLessThan(0.006);
      expect(largestError).toBeLessThan(0.2);
    });
  });

  it('returns the turn as a WAV clip', () => {
    turns.forEach(({ clip, startSeconds, endSeconds }, i) => {
      if (!clip) throw new Error('The clip is missing.');
      const wav = Buffer.from(clip);
      expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WAVEfmt ']);
      expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 16_000, 16]);
      const samples = (wav.length - 44) / 2;
      expect(samples / 16_000).toBeCloseTo(endSeconds - startSeconds, 3);
      const clipPeak =
        Math.max(...Array.from({ length: samples }, (_, at) => Math.abs(wav.readInt16LE(44 + 2 * at)))) / 32768;
      expect(clipPeak).toBeCloseTo(peakOf(cutTimeRange(decoded, channelOf(i), startSeconds, endSeconds)), 0);
    });
  });

  it('gives all voices the same loudness', async () => {
    const loudness: number[] = [];
    for (const voice of voices) {
      const voicePath = join(folder.path, `${voice}.mp3`);
      const recording = recorder.openRecording({ path: voicePath, voices: { agent: voice, user: voice }, seed: '1' });
      await recording.speak('agent', 'Hello there, thanks for calling. I would like to know what it costs.', {
        gapSeconds: 0,
      });
      await recording.finish();
      const [left] = (await decodeRecording(voicePath)).channels;
      const audible = left.filter((sample) => Math.abs(sample) > 0.01);
      loudness.push(toDecibels(Math.sqrt(audible.reduce((sum, sample) => sum + sample * sample, 0) / audible.length)));
    }
    expect(Math.max(...loudness) - Math.min(...loudness)).toBeLessThan(3);
  });

  it('gives each sentence as soon as it can be heard, and the same file if they are spoken one by one', async () => {
    const sentences = ['Hello there.', 'It costs nine euros a month.', 'Shall I go on?'];
    const open = (name: string) =>
      recorder.openRecording({
        path: join(folder.path, `${name}.mp3`),
        voices: { agent: 'slt', user: 'rms' },
        seed: '5',
      });
    const clips: number[] = [];
    const whole = open('whole');
    const options = { gapSeconds: 0.3, withClip: true };
    const spoken = await whole.speak('agent', sentences.join(' '), {
      ...options,
      onSentence: ({ clip }) => clips.push(clip?.length ?? 0),
    });
    expect(clips).toHaveLength(3);
    const headerBytes = 44;
    expect(clips.reduce((sum, length) => sum + length - headerBytes, headerBytes)).toBe(spoken.clip?.length);

    const parts = open('parts');
    const spokenParts = await Promise.all(
      sentences.map((sentence, index) =>
        parts.speak('agent', sentence, { ...options, gapSeconds: index === 0 ? 0.3 : null }),
      ),
    );
    expect(spokenParts.at(-1)?.endSeconds).toBe(spoken.endSeconds);
    expect(joinWavs(spokenParts.flatMap(({ clip }) => clip ?? []))).toEqual(spoken.clip);
    expect((await parts.finish()).sha256).toBe((await whole.finish()).sha256);
  });

  it('turns a text that cannot be pronounced into a short silence', async () => {
    const silentPath = join(folder.path, 'silent.mp3');
    const recording = recorder.openRecording({ path: silentPath, voices: { agent: 'slt', user: 'rms' }, seed: '1' });
    for (const text of ['你好，世界', '😀😀', '', ' \n ', '?!…', '<>{}']) {
      const turn = await recording.speak('agent', text, { gapSeconds: 0.1, withClip: true });
      expect(turn.endSeconds - turn.startSeconds).toBeCloseTo(0.4, 3);
      expect(turn.clip?.length).toBe(44 + 2 * 0.4 * 16_000);
    }
    await recording.finish();
    expect(peakOf((await decodeRecording(silentPath)).channels[0])).toBe(0);
  });
});
