import { TriangleAlert } from 'lucide-react';
import { isLoopbackHost } from '../../../../../shared/workspaces/loopback-host.ts';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';

/** Shows how the words of a language model came about, and what no source supports. */
export function ModelTurnNote({ turn }: { readonly turn: ModelTurn }) {
  return (
    <div className="mt-0.5 flex flex-col text-small text-muted">
      <p>{describeTurn(turn)}</p>
      {turn.unsupported.map((sentence) => (
        <p key={sentence} className="flex items-start gap-1 text-warn">
          <TriangleAlert aria-hidden size={12} className="mt-0.75 shrink-0" />
          <span>Unsupported: no document and no data of the call says “{sentence}”</span>
        </p>
      ))}
    </div>
  );
}

function describeTurn({ model, host, fallback, first_token_ms, total_ms, cost_usd }: ModelTurn): string {
  if (fallback !== null) return `The built-in rules answered. ${fallback}`;
  const isHere = isLoopbackHost(URL.parse(`http://${host}`)?.hostname ?? '');
  return [
    model + (isHere ? '' : ` on ${host}`),
    first_token_ms === null ? null : `first word after ${formatSeconds(first_token_ms)}`,
    `answer after ${formatSeconds(total_ms)}`,
    cost_usd === null ? null : `$${cost_usd.toFixed(cost_usd < 0.01 ? 4 : 2)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function formatSeconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
