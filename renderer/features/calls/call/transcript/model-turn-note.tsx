import { TriangleAlert } from 'lucide-react';
import { isLoopbackHost } from '../../../../../shared/workspaces/loopback-host.ts';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import type { TurnLatency } from '../../../../../shared/calls/turn-latency.ts';
import { formatMilliseconds } from '../../../../format/format-milliseconds.ts';

type ModelTurnNoteProps = { readonly turn: ModelTurn; readonly latency: TurnLatency | undefined };

/** Shows how a language model produced the turn, and the sentences that no source supports. */
export function ModelTurnNote({ turn, latency }: ModelTurnNoteProps) {
  return (
    <div className="mt-0.5 flex flex-col text-small text-muted">
      <p>{describeTurn(turn, latency?.first_token_ms ?? null)}</p>
      {turn.cut !== null && <p>The answer ended early. {turn.cut}</p>}
      {turn.unsupported.map((sentence) => (
        <p key={sentence} className="flex items-start gap-1 text-warn">
          <TriangleAlert aria-hidden size={12} className="mt-0.75 shrink-0" />
          <span>Unsupported: no document or call data says “{sentence}”</span>
        </p>
      ))}
    </div>
  );
}

function describeTurn({ model, host, fallback, total_ms, cost_usd }: ModelTurn, firstTokenMs: number | null): string {
  if (fallback !== null) return `The built-in rules answered. ${fallback}`;
  const isHere = isLoopbackHost(URL.parse(`http://${host}`)?.hostname ?? '');
  return [
    model + (isHere ? '' : ` on ${host}`),
    firstTokenMs === null ? null : `first word after ${formatMilliseconds(firstTokenMs)}`,
    `answer after ${formatMilliseconds(total_ms)}`,
    cost_usd === null ? null : formatModelCost(cost_usd),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Formats the cost of a turn or a call, in US dollars. */
export function formatModelCost(usd: number): string {
  return `$${usd.toFixed(usd < 0.01 ? 4 : 2)}`;
}
