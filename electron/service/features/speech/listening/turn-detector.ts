// Public: other features may import this file.
/** One measure of the voice activity: 512 samples at 16 kHz. */
export const frameMs = 32;

/** Speech begins at the first limit, and continues above the second. */
const speechStart = 0.5;
const speechEnd = 0.35;

/** Speech with shorter gaps, as between syllables, counts as one piece. */
const gapMs = 200;

/** Less is a cough, a click or a breath. */
const minSpeechMs = 250;

/** So much speech interrupts the agent. */
export const interruptionMs = 500;

/** The speaker may go on after a shorter silence, so that what was said until then is read before. */
export const pauseMs = 96;

/** How long a speaker is silent at the end of a turn, by how complete the last sentence is. */
export const endOfTurnMs = { complete: 300, unknown: 900, unfinished: 2_500 } as const;

export type Completeness = keyof typeof endOfTurnMs;

export type SpeechEvent =
  /** Somebody has spoken for long enough to interrupt. */
  | { readonly kind: 'interruption' }
  /** A short silence after speech. */
  | { readonly kind: 'pause' }
  /** Speech goes on after a pause. */
  | { readonly kind: 'continued' }
  | { readonly kind: 'end_of_turn' }
  /** What was heard was too short to be speech. */
  | { readonly kind: 'noise' };

/** Finds turns in the voice activity of one speaker. Times are positions in the sound. */
export class TurnDetector {
  #timeMs = 0;
  /** When the turn began; null while nobody speaks. */
  #startedAtMs: number | null = null;
  #lastSpeechMs = 0;
  #speechMs = 0;
  #isSpeaking = false;
  #hasInterrupted = false;
  #isPausing = false;
  #completeness: Completeness = 'unknown';

  /** When the turn began, before the frame in which it was noticed. */
  get startedAtMs(): number | null {
    return this.#startedAtMs;
  }

  get lastSpeechMs(): number {
    return this.#lastSpeechMs;
  }

  /**
   * How complete the sentence is that the speaker has said up to the pause. Ignored if the speaker has gone on since. Returns what follows
   * from it at once.
   */
  setCompleteness(completeness: Completeness): readonly SpeechEvent[] {
    if (!this.#isPausing) return [];
    this.#completeness = completeness;
    return this.#addSilence();
  }

  /** Adds the probability that a frame is speech. */
  add(probability: number): readonly SpeechEvent[] {
    this.#timeMs += frameMs;
    const wasSpeaking = this.#isSpeaking;
    this.#isSpeaking = probability >= (wasSpeaking ? speechEnd : speechStart);
    // A single frame after a pause is a breath or a click: who goes on speaks for longer.
    const goesOn = this.#isSpeaking && (wasSpeaking || !this.#isPausing);
    return goesOn ? this.#addSpeech() : this.#addSilence();
  }

  /** Ends the turn now, as when the key for talking is released. Returns whether anything was said. */
  end(): boolean {
    const hasSpoken = this.#speechMs >= minSpeechMs;
    this.#reset();
    return hasSpoken;
  }

  #addSpeech(): readonly SpeechEvent[] {
    this.#startedAtMs ??= this.#timeMs - frameMs;
    this.#lastSpeechMs = this.#timeMs;
    this.#speechMs += frameMs;
    const events: SpeechEvent[] = [];
    if (this.#isPausing) {
      events.push({ kind: 'continued' });
      this.#isPausing = false;
      this.#completeness = 'unknown';
    }
    if (!this.#hasInterrupted && this.#speechMs >= interruptionMs) {
      events.push({ kind: 'interruption' });
      this.#hasInterrupted = true;
    }
    return events;
  }

  #addSilence(): readonly SpeechEvent[] {
    if (this.#startedAtMs === null) return [];
    const silenceMs = this.#timeMs - this.#lastSpeechMs;
    if (this.#speechMs < minSpeechMs) {
      if (silenceMs < gapMs) return [];
      this.#reset();
      return [{ kind: 'noise' }];
    }
    if (silenceMs >= endOfTurnMs[this.#completeness]) {
      this.#reset();
      return [{ kind: 'end_of_turn' }];
    }
    if (this.#isPausing || silenceMs < pauseMs) return [];
    this.#isPausing = true;
    return [{ kind: 'pause' }];
  }

  #reset(): void {
    this.#startedAtMs = null;
    this.#speechMs = 0;
    this.#isSpeaking = false;
    this.#hasInterrupted = false;
    this.#isPausing = false;
    this.#completeness = 'unknown';
  }
}
