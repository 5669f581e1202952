// Public: other features may import this file.
import { setTimeout as wait } from 'node:timers/promises';
import type { SimulationSpeed } from '../../../../shared/calls/simulated-calls.ts';
import { voices, type Voice } from '../../../../shared/agents/voices.ts';
import { createRandom } from '../../platform/seeded-random.ts';
import type { CallJob, CallOutcome, CallProgress, CallTransport } from '../calls/call-transport.ts';
import type { SpeechServers } from '../speech-server/speech-servers.ts';
import type { Recorder, RecordingHandle } from '../speech/recorder.ts';
import type { TurnListener } from './conversation-engine.ts';
import type { LeadingModel } from './model/led-turn.ts';
import { closeModel, openAgent, openRecipientModel, type AgentEngines } from './open-agent.ts';
import { simulateConversation, type ConversationEvent } from './simulate-conversation.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';
import { SpokenReply } from './spoken-reply.ts';
import type { TakeSearchMs } from './turn-timer.ts';

export type SimulationDependencies = AgentEngines & {
  readonly recorder: Recorder;
  readonly speechServers: Pick<SpeechServers, 'open'>;
  /** Returns the documents from which the agent of a call answers. */
  readonly getKnowledge: (call: CallJob) => SimulationKnowledge;
};

/** Runs calls with a simulated recipient. No phone call is placed; both voices are synthesized. */
export function createSimulatedTransport(dependencies: SimulationDependencies): CallTransport {
  const { recorder, speechServers, getKnowledge } = dependencies;
  return {
    run: async (call, progress, signal) => {
      const speech = await speechServers.open();
      const openRecording = () => {
        const { callId, recordingPath } = call;
        return recorder.openRecording({
          path: recordingPath,
          voices: pickVoices(callId, call.definition.voice),
          agentRatePercent: call.definition.speaking_rate_percent,
          agentVoice: speech.voice,
          seed: callId,
          signal,
        });
      };
      const clock = startSimulationClock(call.speed, signal);
      const knowledge = getKnowledge(call);
      const { agent, takeSearchMs, close } = await openAgent(call, {
        ...dependencies,
        knowledge,
        captureAnswer: progress.captureAnswer,
        signal,
      });
      const conversationRecorder = new ConversationRecorder({ openRecording, progress, clock, takeSearchMs });
      let recipientModel: LeadingModel | null = null;
      try {
        recipientModel = await openRecipientModel(dependencies.languageModels);
        const conversation = simulateConversation({
          ...call,
          knowledge,
          agent,
          recipientModel: recipientModel && { model: recipientModel, signal },
          turnClassifier: dependencies.turnClassifier,
          now: dependencies.now,
          listener: conversationRecorder,
          isTimeUp: () => conversationRecorder.talkSeconds >= call.definition.max_talk_minutes * 60,
        });
        return await runConversation(conversation, conversationRecorder, progress, signal);
      } catch (error) {
        await conversationRecorder.abandon();
        throw error;
      } finally {
        close();
        closeModel(recipientModel);
        speech.close();
      }
    },
  };
}

/** Returns the agent's voice, or the first voice if this version does not have it, and a different one for the recipient. */
export function pickVoices(callId: string, agentVoice: string): { readonly agent: Voice; readonly user: Voice } {
  const random = createRandom(callId).split('voices');
  const agent = voices.find((voice) => voice === agentVoice) ?? voices[0];
  return { agent, user: random.pick(voices.filter((voice) => voice !== agent)) };
}

async function runConversation(
  events: ReturnType<typeof simulateConversation>,
  conversationRecorder: ConversationRecorder,
  progress: CallProgress,
  signal: AbortSignal,
): Promise<CallOutcome> {
  progress.reportRinging();
  for (;;) {
    const { value, done } = await events.next();
    signal.throwIfAborted();
    if (!done) {
      await conversationRecorder.record(value);
      continue;
    }
    if (value.status === 'completed') return conversationRecorder.finish(value.disposition);
    await conversationRecorder.abandon();
    return value;
  }
}

type ConversationRecorderOptions = {
  readonly openRecording: () => RecordingHandle;
  readonly progress: CallProgress;
  readonly clock: SimulationClock;
  readonly takeSearchMs: TakeSearchMs;
};

/** Silence before a turn that the agent speaks while it composes it. */
const streamedGapSeconds = 0.6;

/** Records the events of a conversation and reports each turn when the clock reaches it. */
class ConversationRecorder implements TurnListener {
  readonly #openRecording: () => RecordingHandle;
  readonly #progress: CallProgress;
  readonly #clock: SimulationClock;
  readonly #takeSearchMs: TakeSearchMs;
  #openedRecording: RecordingHandle | undefined;
  /** Rings not yet in the recording. A call that is not answered gets no recording. */
  #pendingRings = 0;
  /** End of the last event in the recording. */
  #endSeconds = 0;
  #answeredSeconds = 0;
  /** The position of the last turn. */
  #lastPosition: number | null = null;
  /** The reply to the recipient's last turn. Null before the first turn of the agent, which is prepared. */
  #reply: SpokenReply | null = null;
  #hasAgentSpoken = false;

  constructor({ openRecording, progress, clock, takeSearchMs }: ConversationRecorderOptions) {
    this.#openRecording = openRecording;
    this.#progress = progress;
    this.#clock = clock;
    this.#takeSearchMs = takeSearchMs;
  }

  readonly onFirstToken = (afterMs: number): void => this.#reply?.onFirstToken(afterMs);

  readonly onSentence = (sentence: string): void => this.#reply?.onSentence(sentence);

  /** From the answer to the end of the last turn. */
  get talkSeconds(): number {
    return this.#endSeconds - this.#answeredSeconds;
  }

  get #recording(): RecordingHandle {
    return (this.#openedRecording ??= this.#openRecording());
  }

  async record(event: ConversationEvent): Promise<void> {
    switch (event.kind) {
      case 'ring': {
        this.#pendingRings += event.ringCount;
        if (this.#clock.isRealTime) await this.#recordPendingRings();
        return;
      }
      case 'answered': {
        await this.#recordPendingRings();
        this.#answeredSeconds = this.#endSeconds;
        return this.#progress.reportAnswered();
      }
      case 'beep': {
        ({ endSeconds: this.#endSeconds } = await this.#recording.beep());
        return;
      }
      case 'answers': {
        for (const { question, spoken, value } of event.answers)
          this.#progress.captureAnswer(question, { spoken, value, turn: this.#lastPosition });
        return;
      }
      case 'turn': {
        const { gapSeconds, questionDocumentId, kind: _, ...turn } = event;
        const { speaker, text, modelTurn } = turn;
        const reply = speaker === 'agent' ? this.#reply : null;
        const { startSeconds, endSeconds, speech, latency } = reply
          ? await reply.finish({ text, modelTurn }, gapSeconds)
          : { ...(await this.#recording.speak(speaker, text, { gapSeconds })), latency: undefined };
        await this.#clock.waitUntil(startSeconds);
        this.#lastPosition = this.#progress.addTurn(
          { ...turn, startSeconds, endSeconds, latency, speech },
          questionDocumentId,
        );
        this.#endSeconds = endSeconds;
        if (speaker === 'agent') this.#hasAgentSpoken = true;
        this.#reply = speaker === 'user' && this.#hasAgentSpoken ? this.#openReply() : null;
        return;
      }
    }
  }

  #openReply(): SpokenReply {
    return new SpokenReply({
      recording: this.#recording,
      gapSeconds: streamedGapSeconds,
      takeSearchMs: this.#takeSearchMs,
    });
  }

  async finish(disposition: string): Promise<CallOutcome> {
    await this.#clock.waitUntil(this.#endSeconds);
    const recording = await this.#recording.finish();
    const talkSeconds = recording.durationSeconds - this.#answeredSeconds;
    return { status: 'completed', disposition, talkSeconds, recording };
  }

  /** Ends the recording and leaves no file. */
  async abandon(): Promise<void> {
    await this.#openedRecording?.abandon();
  }

  async #recordPendingRings(): Promise<void> {
    if (this.#pendingRings === 0) return;
    ({ endSeconds: this.#endSeconds } = await this.#recording.ring(this.#pendingRings));
    this.#pendingRings = 0;
    await this.#clock.waitUntil(this.#endSeconds);
  }
}

/** `waitUntil` resolves when the call reaches a position of the recording; in a fast simulation it does not wait. */
export type SimulationClock = { readonly isRealTime: boolean; readonly waitUntil: (seconds: number) => Promise<void> };

/** If a call is later than this, the computer slept: the synthesis of a turn takes less time. */
const maxLateMs = 5_000;

/** `now` returns milliseconds. After the computer has slept, the call continues where it was. */
export function startSimulationClock(
  speed: SimulationSpeed,
  signal: AbortSignal,
  now = () => performance.now(),
): SimulationClock {
  if (speed === 'fast') return { isRealTime: false, waitUntil: async () => signal.throwIfAborted() };
  let startedAt = now();
  return {
    isRealTime: true,
    waitUntil: async (seconds) => {
      const remainingMs = startedAt + seconds * 1000 - now();
      if (remainingMs < -maxLateMs) startedAt -= remainingMs;
      if (remainingMs > 0) await waitOrAbort(wait(remainingMs, undefined, { signal }), signal);
      signal.throwIfAborted();
    },
  };
}

/** Rejects with the signal's reason: the timer's own error does not include it. */
async function waitOrAbort(waiting: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
