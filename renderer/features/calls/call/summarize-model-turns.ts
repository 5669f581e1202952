import type { Speaker, TimedTurn } from '../../../../shared/calls/calls.ts';
import { describePrivacy } from '../../model-server/public.ts';

/** What a language model did in a call. */
export type ModelUse = {
  /** Empty if none is set up, so that rules spoke. */
  readonly model: string;
  /** A sentence on whether what is said leaves this computer. */
  readonly privacy: string;
  readonly speakers: readonly {
    readonly name: Speaker;
    readonly turnCount: number;
    /** The turns in which rules spoke, because the model did not answer. */
    readonly ruleTurnCount: number;
  }[];
  /** In US dollars; null if the cost of no turn is known. */
  readonly cost: number | null;
  /** Whether the cost of a turn of the model is not known. */
  readonly hasUnknownCost: boolean;
};

/** Returns null if no speaker uses a language model. */
export function summarizeModelTurns(turns: readonly TimedTurn[]): ModelUse | null {
  const led = turns.flatMap(({ speaker, model_turn: turn }) => (turn ? [{ ...turn, speaker }] : []));
  const [first] = led;
  if (!first) return null;
  const byModel = led.filter(({ fallback }) => fallback === null);
  const costs = byModel.flatMap(({ cost_usd: cost }) => cost ?? []);
  const { model, host } = first; // a call uses one model
  const isAgent = led.some(({ speaker }) => speaker === 'agent');
  return {
    model,
    privacy: describePrivacy(
      host === '' ? null : `http://${host}`,
      isAgent ? 'The conversation and document passages are' : 'The conversation is',
    ),
    speakers: (['agent', 'user'] as const).flatMap((name) => {
      const own = led.filter(({ speaker }) => speaker === name);
      const ruleTurnCount = own.filter(({ fallback }) => fallback !== null).length;
      return own.length === 0 ? [] : [{ name, turnCount: own.length, ruleTurnCount }];
    }),
    cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    hasUnknownCost: costs.length < byModel.length,
  };
}
