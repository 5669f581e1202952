import type { HeardEvent } from '../../../../shared/calls/practice-voice.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { ModelServerError } from '../model-server/model-server-client.ts';
import { encodeWav, sampleRateHz, toSamples } from '../speech/audio-format.ts';
import { judgeCompleteness } from '../speech/listening/judge-completeness.ts';
import { TurnDetector, type SpeechEvent } from '../speech/listening/turn-detector.ts';
import { frameSamples, type VoiceStream } from '../speech/listening/voice-activity.ts';
import type { SpeechAudio } from '../speech/voice-server.ts';
import { isEcho } from './is-echo.ts';

/** Kept before the speech that was noticed, so that no first sound is lost, and after it. */
const marginMs = 250;

/** A longer turn ends, because nobody would wait for it on the phone. */
const maxTurnMs = 55_000;

export type Transcribe = (wav: Uint8Array, signal: AbortSignal) => Promise<string>;

export type PracticeListenerOptions = {
  readonly stream: VoiceStream;
  readonly transcribe: Transcribe;
  /** What the agent says, or said last. */
  readonly getAgentText: () => string;
  readonly signal: AbortSignal;
};

/** How the user talks: freely, or while a key is held. */
export type TalkMode = 'open' | 'push';

/** A turn as it was spoken. */
export type VoiceTurn = {
  readonly audio: SpeechAudio;
  /** How much of it was spoken until the agent was interrupted; 0 if it was not. */
  readonly overlapSeconds: number;
};

/** Hears the user of one practice call through a microphone: when somebody speaks, and what. */
export class PracticeListener {
  readonly #options: PracticeListenerOptions;
  #detector = new TurnDetector();
  #mode: TalkMode = 'open';
  /** What was heard since a little before the current turn. */
  #sound = new SoundBuffer();
  /** How much of the current turn was spoken until it interrupted the agent; 0 if it has not. */
  #overlapSeconds = 0;
  #transcript: Transcript | null = null;
  #events: HeardEvent[] = [];
  #turns: (VoiceTurn & { readonly id: number })[] = [];
  #lastId = 0;
  /** Chunks are handled one after another. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: PracticeListenerOptions) {
    this.#options = options;
  }

  /** Adds samples at 16 kHz, and returns what was heard since the last call. `ends` says that the key for talking was released. */
  add(samples: Float32Array, mode: TalkMode, ends: boolean): Promise<readonly HeardEvent[]> {
    const result = this.#queue.then(() => this.#add(samples, mode, ends));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Returns a turn that was heard, once. */
  takeTurn(id: number): VoiceTurn | null {
    const turn = this.#turns.find((one) => one.id === id);
    this.#turns = this.#turns.filter((one) => one.id > id);
    return turn ?? null;
  }

  close(): void {
    this.#options.stream.close();
  }

  async #add(samples: Float32Array, mode: TalkMode, ends: boolean): Promise<readonly HeardEvent[]> {
    if (mode !== this.#mode) this.#restart();
    this.#mode = mode;
    this.#sound.add(samples);
    if (mode === 'push') this.#addPushed(ends);
    else await this.#addFrames();
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Forgets what was heard and is not part of a turn. */
  #restart(): void {
    this.#sound = new SoundBuffer();
    this.#detector = new TurnDetector();
    this.#overlapSeconds = 0;
    this.#forgetTranscript();
  }

  #forgetTranscript(): void {
    this.#transcript?.stop();
    this.#transcript = null;
  }

  #addPushed(ends: boolean): void {
    if (!ends && this.#sound.lengthMs < maxTurnMs) return;
    const sound = this.#sound.cut(0, this.#sound.endMs);
    this.#restart();
    if (sound.length < toSamples(marginMs / 1000)) this.#events.push({ kind: 'nothing' });
    else this.#endTurn(this.#startTranscript(sound));
  }

  async #addFrames(): Promise<void> {
    const frames = this.#sound.takeFrames();
    if (frames.length === 0) return;
    for (const probability of await this.#measure(frames)) this.#addFrame(probability);
    const { startedAtMs } = this.#detector;
    this.#sound.forgetBefore((startedAtMs ?? this.#sound.measuredMs) - marginMs);
    if (startedAtMs !== null && this.#sound.measuredMs - startedAtMs > maxTurnMs) {
      const sound = this.#cutTurn(startedAtMs);
      this.#detector.end();
      this.#forgetTranscript();
      this.#endTurn(this.#startTranscript(sound));
    }
  }

  /** On a system for which the runtime of the model has no binary, only the button works. */
  async #measure(frames: Float32Array): Promise<readonly number[]> {
    try {
      return await this.#options.stream.measure(frames);
    } catch {
      const detail = 'This computer cannot detect when you speak. Hold the button to talk, or type.';
      this.#events.push({ kind: 'failed', detail });
      return [];
    }
  }

  #addFrame(probability: number): void {
    const { startedAtMs } = this.#detector;
    this.#handle(this.#detector.add(probability), startedAtMs);
  }

  #handle(events: readonly SpeechEvent[], startedAtMs: number | null): void {
    for (const { kind } of events)
      switch (kind) {
        case 'interruption': {
          this.#overlapSeconds = (this.#sound.endMs - Math.max(0, (startedAtMs ?? 0) - marginMs)) / 1000;
          this.#events.push({ kind });
          break;
        }
        case 'pause': {
          if (startedAtMs !== null) this.#transcript = this.#transcribeFrom(startedAtMs);
          break;
        }
        case 'continued': {
          this.#forgetTranscript();
          break;
        }
        case 'end_of_turn': {
          if (this.#transcript) this.#endTurn(this.#transcript);
          this.#transcript = null;
          break;
        }
        case 'noise':
          break;
      }
  }

  /** Transcribes what was said up to a pause, which decides how long the pause may be. */
  #transcribeFrom(startedAtMs: number): Transcript {
    const transcript = this.#startTranscript(this.#cutTurn(startedAtMs));
    void this.#judge(transcript, startedAtMs);
    return transcript;
  }

  #cutTurn(startedAtMs: number): Float32Array {
    return this.#sound.cut(startedAtMs - marginMs, this.#detector.lastSpeechMs + marginMs);
  }

  async #judge(transcript: Transcript, startedAtMs: number): Promise<void> {
    const result = await transcript.result;
    if (transcript !== this.#transcript || 'failure' in result) return;
    if (result.text !== '') this.#events.push({ kind: 'heard', text: result.text });
    this.#handle(this.#detector.setCompleteness(judgeCompleteness(result.text)), startedAtMs);
  }

  #startTranscript(sound: Float32Array): Transcript {
    const wav = encodeWav([Int16Array.from(sound, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767)]);
    return new Transcript(wav, this.#options);
  }

  #endTurn(transcript: Transcript): void {
    const overlapSeconds = this.#overlapSeconds;
    this.#overlapSeconds = 0;
    void this.#announce(transcript, overlapSeconds);
  }

  async #announce(transcript: Transcript, overlapSeconds: number): Promise<void> {
    const result = await transcript.result;
    if ('failure' in result) return void this.#events.push({ kind: 'failed', detail: result.failure });
    const text = result.text.slice(0, limits.practiceTurnLength);
    const isOwnVoice = overlapSeconds > 0 && isEcho(text, this.#options.getAgentText());
    if (text === '' || isOwnVoice) return void this.#events.push({ kind: 'nothing' });
    const id = ++this.#lastId;
    const audio = { bytes: transcript.wav, mediaType: 'audio/wav' };
    this.#turns = [...this.#turns.slice(-1), { id, audio, overlapSeconds }];
    this.#events.push({ kind: 'turn', id, text });
  }
}

/** The words of a sound, which a server is asked for. */
class Transcript {
  readonly wav: Uint8Array;
  readonly result: Promise<{ readonly text: string } | { readonly failure: string }>;
  readonly #stopped = new AbortController();

  constructor(wav: Uint8Array, { transcribe, signal }: PracticeListenerOptions) {
    this.wav = wav;
    this.result = this.#read(transcribe(wav, AbortSignal.any([signal, this.#stopped.signal])));
  }

  async #read(text: Promise<string>): Transcript['result'] {
    try {
      return { text: await text };
    } catch (error) {
      if (error instanceof ModelServerError) return { failure: `${error.message} ${error.fix}` };
      return { failure: 'What you said could not be transcribed.' };
    }
  }

  stop(): void {
    this.#stopped.abort();
  }
}

/** Sound at 16 kHz, by its time from the start of the microphone. */
class SoundBuffer {
  #samples = new Float32Array(0);
  #startSample = 0;
  #measuredSample = 0;

  get endMs(): number {
    return this.#toMs(this.#startSample + this.#samples.length);
  }

  get lengthMs(): number {
    return this.#toMs(this.#samples.length);
  }

  get measuredMs(): number {
    return this.#toMs(this.#measuredSample);
  }

  add(samples: Float32Array): void {
    const joined = new Float32Array(this.#samples.length + samples.length);
    joined.set(this.#samples);
    joined.set(samples, this.#samples.length);
    this.#samples = joined;
  }

  /** Returns the complete frames that were not measured yet. */
  takeFrames(): Float32Array {
    const start = this.#measuredSample - this.#startSample;
    const count = Math.floor((this.#samples.length - start) / frameSamples);
    this.#measuredSample += count * frameSamples;
    return this.#samples.slice(start, start + count * frameSamples);
  }

  cut(fromMs: number, toMs: number): Float32Array {
    const toIndex = (ms: number) => Math.max(0, toSamples(ms / 1000) - this.#startSample);
    return this.#samples.slice(toIndex(fromMs), toIndex(toMs));
  }

  forgetBefore(ms: number): void {
    const start = Math.min(toSamples(Math.max(0, ms) / 1000), this.#measuredSample);
    if (start - this.#startSample < sampleRateHz) return; // not worth the copy
    this.#samples = this.#samples.slice(start - this.#startSample);
    this.#startSample = start;
  }

  #toMs(samples: number): number {
    return (samples / sampleRateHz) * 1000;
  }
}
