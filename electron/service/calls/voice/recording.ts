import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Voice } from '../../../../shared/voices.ts';
import { createRandom, type Random } from '../seeded-random.ts';
import {
  FRAME_BYTES,
  FRAME_SAMPLES,
  PEAKS_PER_SECOND,
  SAMPLE_RATE,
  toDecodedSeconds,
  toSamples,
} from './audio-format.ts';
import type { Mp3Encoder, Mp3Encoders } from './mp3-encoders.ts';
import { PeakTrack } from './peak-track.ts';
import type { FinishedRecording, Speaker, SpokenTurn, Stretch } from './recorder.ts';
import { RecordingFile } from './recording-file.ts';
import { RecordingLimitError } from './recording-limits.ts';
import { sayable } from './sayable.ts';
import { shapeSpeech } from './shape-speech.ts';
import { splitSpoken } from './split-spoken.ts';
import type { Synthesizer } from './synthesizer.ts';
import { beepTone, ringRestSeconds, ringTone } from './tones.ts';
import { writeWav } from './wav.ts';

export type RecordingOptions = {
  readonly path: string;
  readonly voices: Readonly<Record<Speaker, Voice>>;
  readonly seed: string;
  readonly longestSeconds: number;
};

export type RecordingTools = { readonly synthesizer: Synthesizer; readonly encoders: Mp3Encoders };

export type Channel = 'left' | 'right' | 'both';

const channelOf = { agent: 'left', user: 'right' } as const satisfies Record<Speaker, Channel>;

/** Silence, in seconds. */
const shortestPause = 0.12;
const longestPause = 0.35;
const beforeBeep = 0.3;
const afterLast = 0.4;
/** How long a turn lasts that holds nothing which could be spoken. */
const speechless = 0.4;

/** The encoder is handed this much at once. */
const BLOCK = SAMPLE_RATE;
const silence = new Float32Array(BLOCK);

/** One call's sound as it grows, from left to right, straight into the file. Lives in the worker. */
export class Recording {
  readonly #voices: RecordingOptions['voices'];
  readonly #longestSeconds: number;
  readonly #tools: RecordingTools;
  readonly #encoder: Mp3Encoder;
  readonly #file: RecordingFile;
  readonly #random: Random;
  readonly #peaks = { left: new PeakTrack(), right: new PeakTrack() } as const;
  #position = 0;
  #isDropped = false;

  /** Begins the file; throws the system's error where it cannot be written. */
  static async open(options: RecordingOptions, tools: RecordingTools): Promise<Recording> {
    const file = new RecordingFile(options.path);
    try {
      return new Recording(options, tools, file, await tools.encoders.take());
    } catch (error) {
      file.discard();
      throw error;
    }
  }

  private constructor(options: RecordingOptions, tools: RecordingTools, file: RecordingFile, encoder: Mp3Encoder) {
    this.#voices = options.voices;
    this.#longestSeconds = options.longestSeconds;
    this.#tools = tools;
    this.#file = file;
    this.#encoder = encoder;
    this.#random = createRandom(options.seed);
  }

  ring(times: number): Stretch {
    const tone = ringTone();
    const start = this.#position;
    let end = start;
    for (let i = 0; i < times; i++) {
      if (i > 0) this.#addSilence(toSamples(ringRestSeconds));
      this.#add('both', tone);
      end = this.#position;
    }
    return toStretch(start, end);
  }

  beep(): Stretch {
    this.#addSilence(toSamples(beforeBeep));
    const start = this.#position;
    this.#add('right', beepTone());
    return toStretch(start, this.#position);
  }

  async say(speaker: Speaker, text: string, gapSeconds: number, withClip: boolean): Promise<SpokenTurn> {
    this.#refuseBeyondLimit(toSamples(gapSeconds + speechless));
    this.#addSilence(toSamples(gapSeconds));
    const start = this.#position;
    const clip: Int16Array[] = [];
    const keep = (samples: Float32Array) => withClip && clip.push(Int16Array.from(samples, (one) => one * 32767));
    const rest = (seconds: number) => {
      this.#addSilence(toSamples(seconds));
      keep(new Float32Array(toSamples(seconds)));
    };
    for (const sentence of splitSpoken(sayable(text))) {
      const speech = shapeSpeech(this.#voices[speaker], this.#tools.synthesizer.speak(this.#voices[speaker], sentence));
      if (speech.length === 0) continue;
      if (this.#position > start) rest(this.#pause());
      this.#add(channelOf[speaker], speech);
      keep(speech);
      await nextTurn(); // lets it be given up between two sentences
      if (this.#isDropped) throw new Error('The recording was given up.');
    }
    if (this.#position === start) rest(speechless);
    return { ...toStretch(start, this.#position), ...(withClip && { clip: writeWav(clip) }) };
  }

  finish(): FinishedRecording {
    this.#addSilence(toSamples(afterLast));
    this.#file.write(this.#encoder.finalize());
    const { sizeBytes, sha256 } = this.#file.keep();
    this.#tools.encoders.giveBack(this.#encoder);
    const samples = (sizeBytes / FRAME_BYTES) * FRAME_SAMPLES;
    return {
      durationSeconds: samples / SAMPLE_RATE,
      sizeBytes,
      sha256,
      peaks: {
        perSecond: PEAKS_PER_SECOND,
        channels: [this.#peaks.left.take(samples), this.#peaks.right.take(samples)],
      },
    };
  }

  /** Removes what was written. */
  drop(): void {
    if (this.#isDropped) return;
    this.#isDropped = true;
    this.#tools.encoders.giveBack(this.#encoder);
    this.#file.discard();
  }

  #pause(): number {
    return this.#random.between(shortestPause, longestPause);
  }

  #addSilence(length: number): void {
    for (let at = 0; at < length; at += BLOCK) {
      const block = silence.subarray(0, Math.min(BLOCK, length - at));
      this.#encode(block, block);
    }
    this.#peaks.left.skip(length);
    this.#peaks.right.skip(length);
    this.#position += length;
  }

  #add(channel: Channel, samples: Float32Array): void {
    this.#refuseBeyondLimit(samples.length);
    for (let at = 0; at < samples.length; at += BLOCK) {
      const block = samples.subarray(at, at + BLOCK);
      const still = silence.subarray(0, block.length);
      this.#encode(channel === 'right' ? still : block, channel === 'left' ? still : block);
    }
    for (const side of ['left', 'right'] as const) {
      if (channel === side || channel === 'both') this.#peaks[side].add(samples);
      else this.#peaks[side].skip(samples.length);
    }
    this.#position += samples.length;
  }

  #encode(left: Float32Array, right: Float32Array): void {
    this.#file.write(this.#encoder.encode([left, right]));
  }

  #refuseBeyondLimit(length: number): void {
    if (this.#position + length <= toSamples(this.#longestSeconds)) return;
    throw new RecordingLimitError(`This recording may last ${this.#longestSeconds} seconds at most.`);
  }
}

function toStretch(start: number, end: number): Stretch {
  return { startSeconds: toDecodedSeconds(start), endSeconds: toDecodedSeconds(end) };
}
