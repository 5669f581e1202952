import type { Speaker } from '../../../../shared/calls.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { CallOutcome, CallProgress, CallTurn } from '../calls/call-transport.ts';
import type { DialogueAgent, AgentReply } from './dialogue/agent-mind.ts';
import { dispositions } from './dialogue/dispositions.ts';
import type { RecordingHandle } from '../speech/recorder.ts';

/** Before the agent speaks, and before the recipient does. */
const gapSeconds = { agent: 0.5, user: 0.6 } as const satisfies Record<Speaker, number>;

export type PracticeCallOptions = {
  readonly recording: RecordingHandle;
  readonly dialogueAgent: DialogueAgent;
  readonly steps: CallProgress;
  readonly signal: AbortSignal;
  readonly idleMs: number;
};

/** One rehearsal in which a person types what the recipient says: turn by turn, until somebody hangs up. */
export class PracticeCall {
  readonly #options: PracticeCallOptions;
  readonly #clips = new Map<number, Uint8Array>();
  readonly #ended = new Deferred();
  #idleTimer: NodeJS.Timeout | undefined;
  #disposition: string | null = null;
  #isOpen = false;
  /** What is being said just now; the line is not closed before it has been said. */
  #currentTurn: Promise<unknown> | undefined;

  constructor(parts: PracticeCallOptions) {
    this.#options = parts;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Rings, lets the agent greet, and resolves when the talk is over. */
  async run(): Promise<CallOutcome> {
    const { recording: session, steps, dialogueAgent, signal } = this.#options;
    const stop = () => this.#ended.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      steps.reportRinging();
      const { endSeconds: answeredSeconds } = await session.ring(1);
      steps.reportAnswered();
      this.#isOpen = true;
      await this.#runTurn(this.#speakReply(dialogueAgent.greet()));
      await this.#ended.promise;
      await this.#currentTurn;
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
   * `call_not_in_progress` where the call ends before the answer.
   */
  async sendTurn(text: string): Promise<{ readonly from: number; readonly isOver: boolean }> {
    if (this.#currentTurn) throw new Problem('turn_in_flight', 'Wait until the agent has answered, then go on.');
    try {
      return await this.#runTurn(this.#exchangeTurns(text));
    } catch (error) {
      throw new Problem('call_not_in_progress', 'The call ended before the agent could answer.', { cause: error });
    }
  }

  /** One turn at a time; the call fails with what fails a turn. */
  async #runTurn<T>(turn: Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    this.#currentTurn = turn;
    try {
      return await turn;
    } catch (error) {
      this.#ended.reject(error);
      throw error;
    } finally {
      this.#currentTurn = undefined;
      if (this.#isOpen) this.#idleTimer = setTimeout(() => this.end(), this.#options.idleMs).unref();
    }
  }

  end(): void {
    this.#isOpen = false;
    this.#ended.resolve();
  }

  /** The sound of a turn, as WAV. */
  findAudioClip(position: number): Uint8Array | undefined {
    return this.#clips.get(position);
  }

  async #exchangeTurns(text: string) {
    const { dialogueAgent } = this.#options;
    const from = await this.#speak('user', text, []);
    const reply = await dialogueAgent.respond(text);
    await this.#speakReply(reply);
    if (reply.hasCallEnded) this.end();
    return { from, isOver: reply.hasCallEnded };
  }

  async #speakReply({ text, passages, disposition }: AgentReply): Promise<void> {
    await this.#speak('agent', text, passages);
    this.#disposition = disposition ?? this.#disposition;
  }

  async #speak(speaker: Speaker, text: string, passages: CallTurn['passages']): Promise<number> {
    const { recording, steps } = this.#options;
    const spoken = await recording.speak(speaker, text, { gapSeconds: gapSeconds[speaker], withClip: true });
    const { startSeconds, endSeconds, clip } = spoken;
    const position = steps.addTurn({ speaker, text, startSeconds, endSeconds, passages });
    if (clip) this.#clips.set(position, clip);
    return position;
  }
}

/** A promise that is settled from outside, once; it may be rejected before anybody awaits it. */
class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void = () => {};
  reject: (reason: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => {});
  }
}
