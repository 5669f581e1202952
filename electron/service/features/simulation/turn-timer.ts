import type { TurnLatency } from '../../../../shared/calls/turn-latency.ts';
import type { TurnListener } from './conversation-engine.ts';
import type { SimulationKnowledge } from './simulation-knowledge.ts';

/** Returns how long the searches since the last call took, in milliseconds; null without a search. */
export type TakeSearchMs = () => number | null;

/** Measures the searches of an agent. Searches at the same time count once. */
export function timeSearches(
  knowledge: SimulationKnowledge,
  now = () => performance.now(),
): { readonly knowledge: SimulationKnowledge; readonly takeSearchMs: TakeSearchMs } {
  let running = 0;
  let startedAt = 0;
  let sumMs: number | null = null;
  const measure = async <Result>(search: Promise<Result>): Promise<Result> => {
    if (running++ === 0) startedAt = now();
    try {
      return await search;
    } finally {
      if (--running === 0) sumMs = (sumMs ?? 0) + now() - startedAt;
    }
  };
  return {
    knowledge: { ...knowledge, ask: (question, limit) => measure(knowledge.ask(question, limit)) },
    takeSearchMs: () => {
      const taken = sumMs;
      sumMs = null;
      return taken;
    },
  };
}

/** Measures how long the recipient waits for a turn of the agent, from the end of the recipient's turn. */
export class TurnTimer implements Pick<TurnListener, 'onFirstToken'> {
  readonly #takeSearchMs: TakeSearchMs;
  readonly #now: () => number;
  readonly #startedAt: number;
  #firstTokenMs: number | null = null;
  #wordsAt: number | null = null;
  #soundAt: number | null = null;

  constructor(takeSearchMs: TakeSearchMs, now = () => performance.now()) {
    this.#takeSearchMs = takeSearchMs;
    this.#now = now;
    this.#startedAt = now();
    takeSearchMs();
  }

  readonly onFirstToken = (afterMs: number): void => {
    this.#firstTokenMs = afterMs;
    this.#wordsAt = this.#now();
  };

  /** The agent has its first words, by rules if `isByRules`. */
  readonly onWords = ({ isByRules }: { readonly isByRules: boolean }): void => {
    if (isByRules) [this.#firstTokenMs, this.#wordsAt] = [null, null];
    this.#wordsAt ??= this.#now();
  };

  readonly onSound = (): void => {
    this.#soundAt ??= this.#now();
  };

  read(): TurnLatency {
    const soundAt = this.#soundAt ?? this.#now();
    const retrievalMs = this.#takeSearchMs();
    return {
      response_ms: Math.round(soundAt - this.#startedAt),
      retrieval_ms: retrievalMs === null ? null : Math.round(retrievalMs),
      first_token_ms: this.#firstTokenMs === null ? null : Math.round(this.#firstTokenMs),
      first_sound_ms: Math.round(soundAt - (this.#wordsAt ?? soundAt)),
    };
  }
}
