import type { Speaker } from '../../../shared/calls.ts';
import { Problem } from '../../../shared/problems.ts';
import type { CallEnd, CallSteps, SaidTurn } from './call-transport.ts';
import type { AgentMind, Reply } from './rehearsal/agent-mind.ts';
import { dispositions } from './rehearsal/dispositions.ts';
import type { RecordingSession } from './voice/recorder.ts';

/** Before the agent speaks, and before the recipient does. */
const gapSeconds = { agent: 0.5, user: 0.6 } as const satisfies Record<Speaker, number>;

export type TypedLineParts = {
  readonly session: RecordingSession;
  readonly mind: AgentMind;
  readonly steps: CallSteps;
  readonly signal: AbortSignal;
  readonly idleMs: number;
};

/** One rehearsal in which a person types what the recipient says: turn by turn, until somebody hangs up. */
export class TypedLine {
  readonly #parts: TypedLineParts;
  readonly #clips = new Map<number, Uint8Array>();
  readonly #over = new Completion();
  #idleTimer: NodeJS.Timeout | undefined;
  #disposition: string | null = null;
  #isOpen = false;
  /** What is being said just now; the line is not closed before it has been said. */
  #turn: Promise<unknown> | undefined;

  constructor(parts: TypedLineParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Rings, lets the agent greet, and resolves when the talk is over. */
  async carry(): Promise<CallEnd> {
    const { session, steps, mind, signal } = this.#parts;
    const stop = () => this.#over.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      steps.ringing();
      const { endSeconds: answeredSeconds } = await session.ring(1);
      steps.answered();
      this.#isOpen = true;
      await this.#take(this.#answer(mind.greet()));
      await this.#over.promise;
      await this.#turn;
      const recording = await session.finish();
      const talkSeconds = recording.durationSeconds - answeredSeconds;
      return { status: 'completed', disposition: this.#disposition ?? dispositions.endedEarly, talkSeconds, recording };
    } finally {
      this.#isOpen = false;
      clearTimeout(this.#idleTimer);
      signal.removeEventListener('abort', stop);
    }
  }

  /**
   * Says something as the recipient; resolves when the agent has answered. Throws Problem `turn_in_flight`, and
   * `not_in_progress` where the call ends before the answer.
   */
  async say(text: string): Promise<{ readonly from: number; readonly isOver: boolean }> {
    if (this.#turn) throw new Problem('turn_in_flight', 'Wait until the agent has answered, then go on.');
    try {
      return await this.#take(this.#exchange(text));
    } catch (error) {
      throw new Problem('not_in_progress', 'The call ended before the agent could answer.', { cause: error });
    }
  }

  /** One turn at a time; the call fails with what fails a turn. */
  async #take<T>(turn: Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    this.#turn = turn;
    try {
      return await turn;
    } catch (error) {
      this.#over.reject(error);
      throw error;
    } finally {
      this.#turn = undefined;
      if (this.#isOpen) this.#idleTimer = setTimeout(() => this.hangUp(), this.#parts.idleMs).unref();
    }
  }

  hangUp(): void {
    this.#isOpen = false;
    this.#over.resolve();
  }

  /** The sound of a turn, as WAV. */
  clipOf(position: number): Uint8Array | undefined {
    return this.#clips.get(position);
  }

  async #exchange(text: string) {
    const { mind } = this.#parts;
    const from = await this.#speak('user', text, []);
    const reply = await mind.hear(text);
    await this.#answer(reply);
    if (reply.isOver) this.hangUp();
    return { from, isOver: reply.isOver };
  }

  async #answer({ text, passages, disposition }: Reply): Promise<void> {
    await this.#speak('agent', text, passages);
    this.#disposition = disposition ?? this.#disposition;
  }

  async #speak(speaker: Speaker, text: string, passages: SaidTurn['passages']): Promise<number> {
    const { session, steps } = this.#parts;
    const spoken = await session.say(speaker, text, { gapSeconds: gapSeconds[speaker], withClip: true });
    const { startSeconds, endSeconds, clip } = spoken;
    const position = steps.said({ speaker, text, startSeconds, endSeconds, passages });
    if (clip) this.#clips.set(position, clip);
    return position;
  }
}

/** A promise that is settled from outside, once; it may be rejected before anybody awaits it. */
class Completion {
  readonly promise: Promise<void>;
  resolve: () => void = () => {};
  reject: (reason: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => {});
  }
}
