import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createEncoder } from 'wasm-media-encoders';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import { createRandom, type Random } from '../../platform/seeded-random.ts';
import { AtomicFileWriter } from './atomic-file-writer.ts';
import {
  bytesPerFrame,
  decoderDelaySamples,
  samplesPerFrame,
  sampleRateHz,
  toDecodedSeconds,
  toSamples,
  encodeWav,
  bitrateKbps,
} from './audio-format.ts';
import { normalizeText, splitUtterances } from './normalization/normalize-text.ts';
import { PeakTrack, peaksPerSecond } from './peak-track.ts';
import {
  RecordingLimitError,
  type FinishedRecording,
  type RecorderProtocol,
  type RecordingWriterOptions,
  type SpokenSentence,
  type TimeRange,
} from './recorder-protocol.ts';
import { decodeSpeech } from './synthesis/decode-speech.ts';
import {
  postProcessSpeech,
  postProcessVoice,
  createBeepTone,
  fadeEnds,
  ringPauseSeconds,
  createRingTone,
} from './synthesis/post-process-speech.ts';
import type { Synthesizer } from './synthesis/synthesizer.ts';
import type { VoicedSentence } from './voice-server.ts';

type RecordingTools = { readonly synthesizer: Synthesizer; readonly encoders: Mp3EncoderPool };

type Channel = 'left' | 'right' | 'both';

const channelBySpeaker = { agent: 'left', user: 'right' } as const satisfies Record<Speaker, Channel>;

/** Pauses between sentences, in seconds. */
const minPauseSeconds = 0.12;
const maxPauseSeconds = 0.35;
const pauseBeforeBeepSeconds = 0.3;
const trailingSilenceSeconds = 0.4;
const cutFadeSeconds = 0.02;
/** The length of a turn with nothing to pronounce. */
const emptyTurnSeconds = 0.4;

/** The encoder receives one block at a time. */
const blockSamples = sampleRateHz;
const silentBlock = new Float32Array(blockSamples);

/** Encodes one recording step by step into its file. Runs in the recorder worker. */
export class RecordingWriter {
  readonly #voices: RecordingWriterOptions['voices'];
  readonly #agentRatePercent: number;
  readonly #maxDurationSeconds: number;
  readonly #tools: RecordingTools;
  readonly #encoder: Mp3Encoder;
  readonly #file: AtomicFileWriter;
  readonly #random: Random;
  readonly #peaks = {
    left: new PeakTrack(sampleRateHz, decoderDelaySamples),
    right: new PeakTrack(sampleRateHz, decoderDelaySamples),
  } as const;
  readonly #holdsAgent: boolean;
  #position = 0;
  /** What the agent said last, from its position on. It is encoded when it is known how much of it was heard. */
  #held: { readonly start: number; readonly parts: Float32Array[] } | null = null;
  /** What the agent still says from the position on, while the recipient begins to speak. */
  #overlap: Float32Array = new Float32Array(0);
  #isDiscarded = false;

  /** Creates the file. Throws the system error if it cannot be written. */
  static async open(options: RecordingWriterOptions, tools: RecordingTools): Promise<RecordingWriter> {
    const file = new AtomicFileWriter(options.path);
    try {
      return new RecordingWriter(options, tools, file, await tools.encoders.acquire());
    } catch (error) {
      file.discard();
      throw error;
    }
  }

  private constructor(
    options: RecordingWriterOptions,
    tools: RecordingTools,
    file: AtomicFileWriter,
    encoder: Mp3Encoder,
  ) {
    this.#voices = options.voices;
    this.#agentRatePercent = options.agentRatePercent;
    this.#maxDurationSeconds = options.maxDurationSeconds;
    this.#holdsAgent = options.holdsAgent;
    this.#tools = tools;
    this.#file = file;
    this.#encoder = encoder;
    this.#random = createRandom(options.seed);
  }

  ring(times: number): TimeRange {
    this.#releaseHeld();
    const tone = createRingTone();
    const start = this.#position;
    let end = start;
    for (let i = 0; i < times; i++) {
      if (i > 0) this.#addSilence(toSamples(ringPauseSeconds));
      this.#addSamples('both', tone);
      end = this.#position;
    }
    return toTimeRange(start, end);
  }

  beep(): TimeRange {
    this.#releaseHeld();
    this.#addSilence(toSamples(pauseBeforeBeepSeconds));
    const start = this.#position;
    this.#addSamples('right', createBeepTone());
    return toTimeRange(start, this.#position);
  }

  /** Yields after each sentence. */
  async *speak(
    { speaker, sentences, gapSeconds, withClip }: Omit<RecorderProtocol['speak']['input'], 'recording'>,
    report: (sentence: SpokenSentence) => void = () => {},
  ): AsyncGenerator<void, RecorderProtocol['speak']['result']> {
    const isContinued = gapSeconds === null;
    const gap = toSamples(gapSeconds ?? 0);
    if (!isContinued || speaker === 'user') this.#releaseHeld(Math.max(0, -gap));
    if (this.#holdsAgent && speaker === 'agent') this.#held ??= { start: this.#position, parts: [] };
    this.#assertWithinLimit(gap + toSamples(emptyTurnSeconds));
    this.#addSilence(Math.max(0, gap));
    const start = this.#position;
    const clip: Int16Array[] = [];
    let reportedParts = 0;
    const addToClip = (samples: Float32Array) => {
      if (withClip) clip.push(Int16Array.from(samples, (sample) => sample * 32767));
    };
    const addPause = (seconds: number) => {
      this.#addSilence(toSamples(seconds));
      addToClip(new Float32Array(toSamples(seconds)));
    };
    let unreadable: string | undefined;
    for await (const speech of this.#voiceSentences(speaker, sentences, (reason) => (unreadable ??= reason))) {
      if (speech.length === 0) continue;
      if (isContinued || this.#position > start) addPause(this.#pickPauseSeconds());
      this.#assertWithinLimit(speech.length);
      addToClip(speech);
      // Before the sound is encoded, so that the recipient need not wait for that.
      report(withClip ? { clip: encodeWav(clip.slice(reportedParts)) } : {});
      reportedParts = clip.length;
      this.#addSamples(channelBySpeaker[speaker], speech);
      yield;
    }
    if (this.#position === start && !isContinued) addPause(emptyTurnSeconds);
    const end = this.#position;
    this.#addSilence(this.#overlap.length);
    return {
      ...toTimeRange(start, end),
      ...(withClip && { clip: encodeWav(clip) }),
      ...(unreadable !== undefined && { unreadable }),
    };
  }

  /** Yields the audio of one sentence after another. The built-in voice speaks what has no audio that can be read. */
  async *#voiceSentences(
    speaker: Speaker,
    sentences: readonly VoicedSentence[],
    onUnreadable: (reason: string) => void,
  ): AsyncGenerator<Float32Array, void> {
    const voice = this.#voices[speaker];
    const ratePercent = speaker === 'agent' ? this.#agentRatePercent : 100;
    for (const { text, audio } of sentences) {
      try {
        if (audio) {
          yield postProcessVoice(await decodeSpeech(audio));
          continue;
        }
      } catch (error) {
        onUnreadable(
          `The server sent audio that cannot be used. ${error instanceof Error ? error.message : ''}`.trim(),
        );
      }
      for (const utterance of splitUtterances(normalizeText(text)))
        yield postProcessSpeech(voice, this.#tools.synthesizer.synthesize(voice, utterance, ratePercent));
    }
  }

  /** Cuts what the agent said last. Throws if it is not held. */
  cut(endSeconds: number): TimeRange {
    if (!this.#held) throw new Error('The last turn cannot be cut.');
    const { start, parts } = this.#held;
    const length = toSamples(endSeconds) - decoderDelaySamples - start;
    const kept = joinParts(parts).slice(0, Math.max(0, length));
    fadeEnds(kept, toSamples(cutFadeSeconds));
    this.#held = { start, parts: [kept] };
    this.#position = start + kept.length;
    return toTimeRange(start, this.#position);
  }

  finish(): FinishedRecording {
    this.#releaseHeld();
    this.#addSilence(toSamples(trailingSilenceSeconds));
    this.#file.write(this.#encoder.finalize());
    const { sizeBytes, sha256 } = this.#file.commit();
    this.#tools.encoders.release(this.#encoder);
    const samples = (sizeBytes / bytesPerFrame) * samplesPerFrame;
    return {
      durationSeconds: samples / sampleRateHz,
      sizeBytes,
      sha256,
      peaks: {
        perSecond: peaksPerSecond,
        channels: [this.#peaks.left.getPeaks(samples), this.#peaks.right.getPeaks(samples)],
      },
    };
  }

  /** Deletes the file. */
  discard(): void {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    this.#tools.encoders.release(this.#encoder);
    this.#file.discard();
  }

  #pickPauseSeconds(): number {
    return this.#random.between(minPauseSeconds, maxPauseSeconds);
  }

  /** The last samples of it, as many as `overlap`, are added together with what follows. */
  #releaseHeld(overlap = 0): void {
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    this.#position = held.start;
    const sound = joinParts(held.parts);
    const end = Math.max(0, sound.length - overlap);
    this.#addSamples('left', sound.subarray(0, end));
    this.#overlap = sound.subarray(end);
  }

  #addSilence(length: number): void {
    if (this.#held) return this.#hold(new Float32Array(length));
    this.#add(length, null, null);
  }

  #addSamples(channel: Channel, samples: Float32Array): void {
    this.#assertWithinLimit(samples.length);
    if (this.#held) return this.#hold(samples);
    this.#add(samples.length, channel === 'right' ? null : samples, channel === 'left' ? null : samples);
  }

  /** Adds a sound on each channel; null is silence. What the agent still says replaces the silence on the left. */
  #add(length: number, left: Float32Array | null, right: Float32Array | null): void {
    const overlap = left ? 0 : Math.min(length, this.#overlap.length);
    this.#addTogether(overlap, this.#overlap.subarray(0, overlap), right);
    this.#overlap = this.#overlap.subarray(overlap);
    this.#addTogether(length - overlap, left, right?.subarray(overlap) ?? null);
  }

  #addTogether(length: number, left: Float32Array | null, right: Float32Array | null): void {
    for (let start = 0; start < length; start += blockSamples) {
      const end = Math.min(length, start + blockSamples);
      const silence = silentBlock.subarray(0, end - start);
      this.#encode(left?.subarray(start, end) ?? silence, right?.subarray(start, end) ?? silence);
    }
    for (const [side, samples] of [
      ['left', left],
      ['right', right],
    ] as const) {
      if (samples) this.#peaks[side].add(samples.subarray(0, length));
      else this.#peaks[side].addSilence(length);
    }
    this.#position += length;
  }

  #hold(samples: Float32Array): void {
    this.#held?.parts.push(samples);
    this.#position += samples.length;
  }

  #encode(left: Float32Array, right: Float32Array): void {
    this.#file.write(this.#encoder.encode([left, right]));
  }

  #assertWithinLimit(length: number): void {
    if (this.#position + length <= toSamples(this.#maxDurationSeconds)) return;
    throw new RecordingLimitError(`This recording can be at most ${this.#maxDurationSeconds} seconds long.`);
  }
}

function joinParts(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

function toTimeRange(start: number, end: number): TimeRange {
  return { startSeconds: toDecodedSeconds(start), endSeconds: toDecodedSeconds(end) };
}

/** Returns views of its own memory, which are valid until the next call. */
type Mp3Encoder = Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>;

/** LAME encoders, one per open recording. Later recordings reuse them. */
export class Mp3EncoderPool {
  readonly #idle: Mp3Encoder[] = [];
  #wasm: Promise<Uint8Array> | undefined;

  async acquire(): Promise<Mp3Encoder> {
    const encoder = this.#idle.pop() ?? (await createEncoder('audio/mpeg', await this.#readWasm()));
    encoder.configure({
      channels: 2,
      sampleRate: sampleRateHz,
      outputSampleRate: sampleRateHz,
      bitrate: bitrateKbps, // constant, because players cannot seek exactly with a variable bitrate
    });
    return encoder;
  }

  release(encoder: Mp3Encoder): void {
    this.#idle.push(encoder);
  }

  #readWasm(): Promise<Uint8Array> {
    this.#wasm ??= readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
    return this.#wasm;
  }
}
