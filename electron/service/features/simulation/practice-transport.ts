// Public: other features may import this file.
import type { Speaker } from '../../../../shared/calls/calls.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { CallJob, CallOutcome, CallProgress, CallTransport, CallTurn } from '../calls/call-transport.ts';
import { joinWavs } from '../speech/audio-format.ts';
import type { RecordingHandle } from '../speech/recorder.ts';
import { createTimeUpReply } from './dialogue/call-agent.ts';
import type { ConversationEngine } from './conversation-engine.ts';
import type { AgentReply } from './dialogue/dialogue-state.ts';
import { openAgent } from './open-agent.ts';
import { pickVoices, type SimulationDependencies } from './simulated-transport.ts';
import { SpokenReply } from './spoken-reply.ts';
import type { TakeSearchMs } from './turn-timer.ts';

/** A practice call ends after this much time without a message. */
const defaultIdleMs = 10 * 60 * 1000;

/** The audio of an ended call stays available this long, because the window plays the agent's goodbye after the end. */
const audioRetentionMs = 60 * 1000;

/** Runs calls in which the user plays the recipient by typing. */
export class PracticeTransport implements CallTransport {
  readonly #engines: SimulationDependencies;
  readonly #idleMs: number;
  readonly #calls = new Map<string, PracticeCall>();

  constructor(engines: SimulationDependencies, options: { readonly idleMs?: number } = {}) {
    this.#engines = engines;
    this.#idleMs = options.idleMs ?? defaultIdleMs;
  }

  readonly run = async (call: CallJob, progress: CallProgress, signal: AbortSignal): Promise<CallOutcome> => {
    const { recorder, speechServers, getKnowledge } = this.#engines;
    const { callId, recordingPath } = call;
    const speech = await speechServers.open();
    const {
      agent: dialogueAgent,
      takeSearchMs,
      close,
    } = await openAgent(call, {
      ...this.#engines,
      knowledge: getKnowledge(call),
      captureAnswer: progress.captureAnswer,
      signal,
    });
    const voices = pickVoices(callId, call.definition.voice);
    const recording = recorder.openRecording({
      path: recordingPath,
      voices,
      agentRatePercent: call.definition.speaking_rate_percent,
      agentVoice: speech.voice,
      seed: callId,
      signal,
    });
    const practiceCall = new PracticeCall({
      recording,
      dialogueAgent,
      takeSearchMs,
      progress,
      signal,
      idleMs: this.#idleMs,
      maxTalkSeconds: call.definition.max_talk_minutes * 60,
    });
    this.#calls.set(callId, practiceCall);
    try {
      return await practiceCall.run();
    } catch (error) {
      await recording.abandon();
      throw error;
    } finally {
      close();
      speech.close();
      setTimeout(() => this.#calls.delete(callId), audioRetentionMs).unref();
    }
  };

  /** Returns the practice call in progress. Throws Problem `call_not_in_progress`. */
  getOpenCall(callId: string): PracticeCall {
    const practiceCall = this.#calls.get(callId);
    if (!practiceCall?.isOpen) throw new Problem('call_not_in_progress', 'This practice call is not in progress.');
    return practiceCall;
  }

  /**
   * Returns the audio of a turn, or of one of the agent's sentences, as WAV. Throws Problem `call_not_in_progress` from a minute after
   * the end of the call.
   */
  findAudioClip(callId: string, position: number, sentence?: number): Uint8Array | undefined {
    const practiceCall = this.#calls.get(callId);
    if (!practiceCall) throw new Problem('call_not_in_progress', 'The audio of this practice call is no longer kept.');
    return practiceCall.findAudioClip(position, sentence);
  }
}

/** Silence before each speaker's turn. */
const gapSeconds = { agent: 0.5, user: 0.6 } as const satisfies Record<Speaker, number>;

type PracticeCallOptions = {
  readonly recording: RecordingHandle;
  readonly dialogueAgent: ConversationEngine;
  readonly takeSearchMs: TakeSearchMs;
  readonly progress: CallProgress;
  readonly signal: AbortSignal;
  readonly idleMs: number;
  readonly maxTalkSeconds: number;
};

/** One call in which the user types the recipient's turns. */
class PracticeCall {
  readonly #options: PracticeCallOptions;
  /** The audio of each turn, by its position. */
  readonly #clips = new Map<number, Uint8Array>();
  /** The audio of the sentences of each turn of the agent, also while it speaks. */
  readonly #sentenceClips = new Map<number, readonly Uint8Array[]>();
  readonly #ended = new Deferred();
  #idleTimer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #answeredSeconds = 0;
  #turnCount = 0;
  /** End of the last turn in the recording. */
  #endSeconds = 0;
  /** The turn being spoken. The call ends only after it. */
  #currentTurn: Promise<unknown> | undefined;

  constructor(options: PracticeCallOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Rings, speaks the agent's greeting, and resolves when the call is over. */
  async run(): Promise<CallOutcome> {
    const { recording, progress, dialogueAgent, signal } = this.#options;
    const rejectOnAbort = () => this.#ended.reject(signal.reason);
    signal.addEventListener('abort', rejectOnAbort, { once: true });
    try {
      signal.throwIfAborted();
      progress.reportRinging();
      ({ endSeconds: this.#answeredSeconds } = await recording.ring(1));
      progress.reportAnswered();
      this.#isOpen = true;
      await this.#runTurn(this.#greet(dialogueAgent.greet()));
      await this.#ended.promise;
      await this.#currentTurn;
      const finished = await recording.finish();
      return {
        status: 'completed',
        disposition: dialogueAgent.getDisposition(),
        talkSeconds: finished.durationSeconds - this.#answeredSeconds,
        recording: finished,
      };
    } finally {
      this.#isOpen = false;
      clearTimeout(this.#idleTimer);
      signal.removeEventListener('abort', rejectOnAbort);
    }
  }

  /**
   * Speaks a turn as the recipient and resolves after the agent's answer. Throws Problem `turn_in_flight`, and
   * `call_not_in_progress` if the call ends before the answer.
   */
  async sendTurn(text: string): Promise<{ readonly firstPosition: number; readonly hasCallEnded: boolean }> {
    if (this.#currentTurn)
      throw new Problem('turn_in_flight', 'Wait for the agent to answer before sending another message.');
    try {
      return await this.#runTurn(this.#exchangeTurns(text));
    } catch (error) {
      throw new Problem('call_not_in_progress', 'The call ended before the agent could answer.', { cause: error });
    }
  }

  /** Runs one turn at a time. An error of a turn fails the call. */
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

  /** Returns the audio of a turn, or of one of the agent's sentences, as WAV. */
  findAudioClip(position: number, sentence?: number): Uint8Array | undefined {
    return sentence === undefined ? this.#clips.get(position) : this.#sentenceClips.get(position)?.[sentence];
  }

  async #exchangeTurns(text: string) {
    const { dialogueAgent, progress, maxTalkSeconds } = this.#options;
    const isTimeUp = this.#endSeconds - this.#answeredSeconds >= maxTalkSeconds;
    const spoken = this.#openReply(progress.reportSpeech);
    // The agent composes its reply while the recipient's turn is recorded.
    const recorded = this.#recordRecipient(text);
    recorded.catch(() => {}); // awaited below, unless the agent fails before
    const reply = isTimeUp ? createTimeUpReply(dialogueAgent) : await dialogueAgent.respond(text, spoken);
    const firstPosition = await recorded;
    await this.#finishReply(spoken, reply, { isPrepared: false });
    if (reply.hasCallEnded) this.end();
    return { firstPosition, hasCallEnded: reply.hasCallEnded };
  }

  async #recordRecipient(text: string): Promise<number> {
    const { recording } = this.#options;
    const turn = await recording.speak('user', text, { gapSeconds: gapSeconds.user, withClip: true });
    const { startSeconds, endSeconds, clip } = turn;
    return this.#addTurn({ speaker: 'user', text, startSeconds, endSeconds, passages: [] }, clip ? [clip] : []);
  }

  async #greet(reply: AgentReply): Promise<void> {
    await this.#finishReply(
      this.#openReply(() => {}),
      reply,
      { isPrepared: true },
    );
  }

  /** Opens a turn of the agent. `report` is called when a sentence of it can be heard. */
  #openReply(report: CallProgress['reportSpeech']): SpokenReply {
    const { recording, takeSearchMs } = this.#options;
    return new SpokenReply({
      recording,
      gapSeconds: gapSeconds.agent,
      takeSearchMs,
      onSound: ({ clip }, text) => {
        if (!clip) return;
        const position = this.#turnCount;
        const clips = [...(this.#sentenceClips.get(position) ?? []), clip];
        this.#sentenceClips.set(position, clips);
        report({ position, sentence: clips.length - 1, text });
      },
    });
  }

  async #finishReply(
    spoken: SpokenReply,
    { text, passages, hasNoAnswer, modelTurn }: AgentReply,
    { isPrepared }: { readonly isPrepared: boolean },
  ): Promise<void> {
    const { clips, latency, ...times } = await spoken.finish({ text, modelTurn });
    const turn = { speaker: 'agent', text, ...times, passages, hasNoAnswer, modelTurn } as const;
    this.#addTurn({ ...turn, latency: isPrepared ? undefined : latency }, clips);
  }

  #addTurn(turn: CallTurn, clips: readonly Uint8Array[]): number {
    this.#endSeconds = turn.endSeconds;
    const position = this.#options.progress.addTurn(turn);
    this.#turnCount = position + 1;
    this.#clips.set(position, joinWavs(clips));
    return position;
  }
}

/** A promise with its functions to settle it. It can be rejected before any code awaits it. */
class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void = () => {};
  reject: (reason: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => {});
  }
}
