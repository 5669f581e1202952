import type { Speaker } from '../../../../shared/calls/calls.ts';
import type { HeardEvent } from '../../../../shared/calls/practice-voice.ts';
import type { TurnSpeech } from '../../../../shared/calls/turn-speech.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { CallOutcome, CallProgress, CallTurn } from '../calls/call-transport.ts';
import { joinWavs, measureWavSeconds } from '../speech/audio-format.ts';
import type { VoiceActivity } from '../speech/listening/voice-activity.ts';
import type { RecordingHandle } from '../speech/recorder.ts';
import type { Transcriber } from '../speech-server/speech-servers.ts';
import type { ConversationEngine } from './conversation-engine.ts';
import { cutHeardText, type SpokenPart } from './cut-heard-text.ts';
import { createTimeUpReply } from './dialogue/call-agent.ts';
import type { AgentReply } from './dialogue/dialogue-state.ts';
import { PracticeListener, type TalkMode } from './practice-listener.ts';
import { SpokenReply } from './spoken-reply.ts';
import type { TakeSearchMs } from './turn-timer.ts';

/** Silence before each speaker's turn. */
const gapSeconds = { agent: 0.5, user: 0.6 } as const satisfies Record<Speaker, number>;

/** Silence before the turn of a recipient who interrupts the agent. */
const interruptionGapSeconds = 0.1;

type Reply = {
  readonly position: number;
  readonly startSeconds: number;
  readonly text: string;
};

/** How the recipient said a turn. */
export type RecipientTurn = {
  readonly text: string;
  /** What was heard of the agent's turn that this turn interrupts; null if it interrupts none. */
  readonly heard: { readonly position: number; readonly seconds: number } | null;
  /** The turn that was heard through the microphone; null if it was typed. */
  readonly voiceTurn: number | null;
};

type PracticeCallOptions = {
  readonly recording: RecordingHandle;
  readonly dialogueAgent: ConversationEngine;
  readonly takeSearchMs: TakeSearchMs;
  readonly progress: CallProgress;
  readonly signal: AbortSignal;
  readonly voiceActivity: VoiceActivity;
  /** Null if no transcription model is set up. */
  readonly transcriber: Transcriber | null;
  readonly idleMs: number;
  readonly maxTalkSeconds: number;
};

/** One call in which the user types or speaks the recipient's turns. */
export class PracticeCall {
  readonly #options: PracticeCallOptions;
  /** The audio of each turn, by its position. */
  readonly #clips = new Map<number, Uint8Array>();
  /** The audio of the sentences of each turn of the agent, also while it speaks. */
  readonly #sentenceClips = new Map<number, readonly Uint8Array[]>();
  /** What the agent said with each of these sentences, from the beginning of its turn. */
  readonly #saidTexts = new Map<number, readonly string[]>();
  /** The last turn, if it is the agent's. */
  #lastReply: Reply | null = null;
  /** Stops the agent that composes its turn. */
  #composing = new AbortController();
  #listener: PracticeListener | null = null;
  readonly #ended = new Deferred();
  #idleTimer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #answeredSeconds = 0;
  #turnCount = 0;
  /** End of the last turn in the recording. */
  #endSeconds = 0;
  #greeting: Promise<void> | undefined;
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
      this.#greeting = this.#greet(dialogueAgent.greet());
      await this.#runTurn(this.#greeting);
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
      this.#listener?.close();
      clearTimeout(this.#idleTimer);
      signal.removeEventListener('abort', rejectOnAbort);
    }
  }

  /**
   * Speaks a turn as the recipient and resolves after the agent's answer. A turn that is sent during the greeting follows it. Throws
   * Problem `turn_in_flight` while the agent answers, unless the turn interrupts it, and `call_not_in_progress` if the call ends first.
   */
  async sendTurn(turn: RecipientTurn): Promise<{ readonly firstPosition: number; readonly hasCallEnded: boolean }> {
    const previous = this.#currentTurn;
    if (previous && previous !== this.#greeting && !turn.heard)
      throw new Problem('turn_in_flight', 'Wait for the agent to answer before sending another message.');
    this.#composing.abort();
    this.#composing = new AbortController();
    try {
      return await this.#runTurn(this.#exchangeTurns(turn, previous));
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
      if (this.#currentTurn === turn) this.#currentTurn = undefined;
      clearTimeout(this.#idleTimer);
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

  /** Adds what the microphone hears, as samples at 16 kHz. Throws Problem `speech_server_unusable` if nothing can transcribe it. */
  listen(samples: Float32Array, mode: TalkMode, ends: boolean): Promise<readonly HeardEvent[]> {
    const { transcriber, voiceActivity, signal } = this.#options;
    if (!transcriber)
      throw new Problem('speech_server_unusable', 'To speak, enter a transcription model in Settings, or type.');
    this.#listener ??= new PracticeListener({
      stream: voiceActivity.openStream(),
      transcribe: (wav, stopped) => transcriber.transcribe(wav, limits.practiceTurnLength, stopped),
      getAgentText: () => this.#saidTexts.get(this.#turnCount)?.at(-1) ?? this.#lastReply?.text ?? '',
      signal,
    });
    return this.#listener.add(samples, mode, ends);
  }

  /** `previous` is the turn that this one interrupts, if it is not complete. */
  async #exchangeTurns(turn: RecipientTurn, previous: Promise<unknown> | undefined) {
    const { dialogueAgent, progress, maxTalkSeconds } = this.#options;
    const { signal } = this.#composing;
    await previous?.catch(() => undefined); // it has failed the call
    if (turn.heard) await this.#keepHeard(turn.heard, { wasComposing: previous !== undefined });
    const isTimeUp = this.#endSeconds - this.#answeredSeconds >= maxTalkSeconds;
    const spoken = this.#openReply(progress.reportSpeech, signal);
    // The agent composes its reply while the recipient's turn is recorded.
    const recorded = this.#recordRecipient(turn);
    recorded.catch(() => {}); // awaited below, unless the agent fails before
    const reply = isTimeUp ? createTimeUpReply(dialogueAgent) : await dialogueAgent.respond(turn.text, spoken);
    const firstPosition = await recorded;
    for (const { question, ...answer } of reply.answers ?? [])
      progress.captureAnswer(question, { ...answer, turn: firstPosition });
    const hasCallEnded = reply.hasCallEnded && !signal.aborted;
    if (reply.text !== '') await this.#finishReply(spoken, reply, { isPrepared: false });
    if (hasCallEnded) this.end();
    return { firstPosition, hasCallEnded };
  }

  /**
   * Keeps only what was heard of the last turn, if it is the one that the recipient interrupted. The position of a turn that was being
   * composed is not known to the recipient.
   */
  async #keepHeard(
    heard: NonNullable<RecipientTurn['heard']>,
    { wasComposing }: { readonly wasComposing: boolean },
  ): Promise<void> {
    const { recording, progress, dialogueAgent } = this.#options;
    const reply = this.#lastReply;
    if (!reply || (reply.position !== heard.position && !wasComposing)) return;
    const { position } = reply;
    const seconds = position === heard.position ? heard.seconds : 0;
    const text = cutHeardText(this.#listParts(position), seconds);
    if (text.length >= reply.text.length) return;
    this.#lastReply = null;
    const { endSeconds } = await recording.cut(text === '' ? 0 : reply.startSeconds + seconds);
    this.#endSeconds = endSeconds;
    progress.cutTurn(position, text === '' ? null : { text, endSeconds });
    if (text === '') {
      this.#turnCount = position;
      this.#sentenceClips.delete(position);
      this.#saidTexts.delete(position);
    }
    dialogueAgent.noteHeard?.(text);
  }

  /** Lists what the agent said in a turn, with the time of each sentence. */
  #listParts(position: number): readonly SpokenPart[] {
    const clips = this.#sentenceClips.get(position) ?? [];
    const texts = this.#saidTexts.get(position) ?? [];
    return [...new Set(texts)].map((text, index, all) => ({
      text: text.slice(all[index - 1]?.length ?? 0).trim(),
      seconds: clips.filter((_clip, sentence) => texts[sentence] === text).map(measureWavSeconds),
    }));
  }

  async #recordRecipient({ text, heard, voiceTurn }: RecipientTurn): Promise<number> {
    const { recording } = this.#options;
    const spoken = voiceTurn === null ? null : this.#listener?.takeTurn(voiceTurn);
    const audio = spoken?.audio ?? null;
    // The agent was still heard when the recipient began to speak, but not before its own turn.
    const overlapSeconds = Math.min(spoken?.overlapSeconds ?? 0, heard?.seconds ?? 0);
    const { startSeconds, endSeconds, clip } = await recording.speak('user', text, {
      gapSeconds: overlapSeconds > 0 ? -overlapSeconds : heard ? interruptionGapSeconds : gapSeconds.user,
      withClip: true,
      audio,
    });
    const speech = audio ? this.#describeTranscriber() : undefined;
    this.#lastReply = null;
    const turn = { speaker: 'user', text, startSeconds, endSeconds, passages: [], speech } as const;
    return this.#addTurn(turn, clip ? [clip] : []);
  }

  #describeTranscriber(): TurnSpeech | undefined {
    const { transcriber } = this.#options;
    return transcriber ? { model: transcriber.model, host: transcriber.host, fallback: null } : undefined;
  }

  async #greet(reply: AgentReply): Promise<void> {
    await this.#finishReply(
      this.#openReply(() => {}, this.#composing.signal),
      reply,
      { isPrepared: true },
    );
  }

  /** Opens a turn of the agent. `report` is called when a sentence of it can be heard. */
  #openReply(report: CallProgress['reportSpeech'], signal: AbortSignal): SpokenReply {
    const { recording, takeSearchMs } = this.#options;
    return new SpokenReply({
      recording,
      gapSeconds: gapSeconds.agent,
      takeSearchMs,
      signal,
      onSound: ({ clip }, text) => {
        if (!clip) return;
        const position = this.#turnCount;
        const clips = [...(this.#sentenceClips.get(position) ?? []), clip];
        this.#sentenceClips.set(position, clips);
        this.#saidTexts.set(position, [...(this.#saidTexts.get(position) ?? []), text]);
        report({ position, sentence: clips.length - 1, text });
      },
    });
  }

  async #finishReply(
    spoken: SpokenReply,
    { text, passages, hasNoAnswer, modelTurn }: AgentReply,
    { isPrepared }: { readonly isPrepared: boolean },
  ): Promise<void> {
    const { clips, latency, ...heard } = await spoken.finish({ text, modelTurn });
    const turn = { speaker: 'agent', text, ...heard, passages, hasNoAnswer, modelTurn } as const;
    const position = this.#addTurn({ ...turn, latency: isPrepared ? undefined : latency }, clips);
    this.#lastReply = { position, startSeconds: turn.startSeconds, text };
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
