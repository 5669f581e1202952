import type { RecordingHandle, SpokenSentence, SpokenTurn, TimeRange } from '../speech/recorder.ts';
import { splitText } from '../../../../shared/calls/transcript-sentences.ts';
import type { TurnLatency } from '../../../../shared/calls/turn-latency.ts';
import type { TurnListener } from './conversation-engine.ts';
import type { AgentReply } from './dialogue/dialogue-state.ts';
import { TurnTimer, type TakeSearchMs } from './turn-timer.ts';

type SpokenReplyOptions = {
  readonly recording: RecordingHandle;
  /** Silence before the turn, if it is spoken while the agent composes it. */
  readonly gapSeconds: number;
  readonly takeSearchMs: TakeSearchMs;
  /** Called when a sentence can be heard, with what the agent has said up to then. */
  readonly onSound?: (sentence: SpokenSentence, text: string) => void;
  /** Aborted if the recipient interrupts the agent. */
  readonly signal?: AbortSignal;
};

type RecordedReply = TimeRange & {
  readonly clips: readonly Uint8Array[];
  readonly speech: SpokenTurn['speech'] | undefined;
  readonly latency: TurnLatency;
};

/** The end of a longer text would be lost when it is split. */
const maxSplitLength = 2_000;

/**
 * Records a turn of the agent while the agent composes it, each sentence as soon as it is complete, and measures how long the recipient
 * waits. Create it at the end of the recipient's turn.
 */
export class SpokenReply implements TurnListener {
  readonly #options: SpokenReplyOptions;
  readonly #timer: TurnTimer;
  readonly #steps: Promise<SpokenTurn>[] = [];
  #said = '';

  constructor(options: SpokenReplyOptions) {
    this.#options = options;
    this.#timer = new TurnTimer(options.takeSearchMs);
  }

  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  readonly onFirstToken = (afterMs: number): void => this.#timer.onFirstToken(afterMs);

  readonly onSentence = (sentence: string): void => {
    if (this.signal?.aborted) return;
    if (this.#said === '') this.#timer.onWords({ isByRules: false });
    this.#speak(sentence, this.#options.gapSeconds);
  };

  /** Speaks the part of the reply that was not spoken yet, and resolves when the turn is recorded. */
  async finish(
    { text, modelTurn }: { readonly text: string; readonly modelTurn: AgentReply['modelTurn'] | undefined },
    gapSeconds = this.#options.gapSeconds,
  ): Promise<RecordedReply> {
    if (this.#said === '') this.#timer.onWords({ isByRules: modelTurn === undefined || modelTurn.fallback !== null });
    const rest = text.slice(this.#said.length).trim();
    if (rest !== '' || this.#said === '') {
      // A sentence can be heard before a server has spoken the next one.
      const isSplit = this.#options.onSound !== undefined && rest.length <= maxSplitLength;
      const parts = isSplit ? splitText(rest) : [];
      for (const part of parts.length > 0 ? parts : [rest]) this.#speak(part, gapSeconds);
    }
    const turns = await Promise.all(this.#steps);
    const speeches = turns.flatMap(({ speech }) => speech ?? []);
    return {
      startSeconds: turns[0]?.startSeconds ?? 0,
      endSeconds: turns.at(-1)?.endSeconds ?? 0,
      clips: turns.flatMap(({ clip }) => clip ?? []),
      speech: speeches.find(({ fallback }) => fallback !== null) ?? speeches[0],
      latency: this.#timer.read(),
    };
  }

  #speak(text: string, gapSeconds: number): void {
    this.#said = `${this.#said} ${text}`.trim();
    const said = this.#said;
    const { recording, onSound } = this.#options;
    const step = recording.speak('agent', text, {
      gapSeconds: this.#steps.length === 0 ? gapSeconds : null,
      withClip: onSound !== undefined,
      onSentence: (sentence) => {
        this.#timer.onSound();
        onSound?.(sentence, said);
      },
    });
    step.catch(() => {}); // `finish` awaits it, unless the call fails before
    this.#steps.push(step);
  }
}
