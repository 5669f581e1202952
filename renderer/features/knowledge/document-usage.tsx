import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AgentUsage } from '../../../shared/insights/document-usage.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { documentUsageQuery } from './document-usage-query.ts';

const reasonLabels = {
  all: 'Uses all documents',
  document: 'Uses this document',
  label: 'Uses one of its labels',
} as const satisfies Record<AgentUsage['reason'], string>;

/** Shows the agents that may answer from a document, and the calls whose answers cite it. */
export function DocumentUsage({ documentId }: { readonly documentId: string }) {
  const { data, error } = useQuery(documentUsageQuery(documentId));
  const unlisted = data ? data.agent_count - data.agents.length : 0;
  return (
    <section aria-label="Used by" className="flex flex-col gap-2 border-t border-line p-4">
      <h3 className="font-medium">Used by</h3>
      {error && <p className="text-small text-muted">{formatError(error)}</p>}
      {data && (
        <>
          {data.agent_count === 0 && (
            <p className="text-small text-muted">No active agent may answer from this document.</p>
          )}
          {data.agents.length > 0 && (
            <ul aria-label="Agents that may answer from it">
              {data.agents.map(({ agent_id, name, reason }) => (
                <li key={agent_id} className="flex items-baseline justify-between gap-3">
                  <Link
                    to="/agents"
                    search={{ agent: agent_id }}
                    title={name}
                    className="min-w-0 truncate rounded-control hover:underline"
                  >
                    {name}
                  </Link>
                  <span className="shrink-0 text-small text-muted">{reasonLabels[reason]}</span>
                </li>
              ))}
            </ul>
          )}
          {unlisted > 0 && (
            <p className="text-small text-muted">
              {data.agents.length > 0
                ? `and ${formatCount(unlisted, 'other agent')}`
                : `${formatCount(unlisted, 'agent')} may answer from this document.`}
            </p>
          )}
          {data.citations === 0 ? (
            <p className="text-small text-muted">No call cites this document yet.</p>
          ) : (
            <>
              <p className="text-small text-muted">
                Cited by {formatCount(data.citations, 'answer')} in {formatCount(data.calls, 'call')}.
                {data.latest_calls.length > 0 && ' Latest calls:'}
              </p>
              <ul aria-label="Latest calls that cite it" className="empty:hidden">
                {data.latest_calls.map(({ call_id, called_at, agent_name, recipient_number, start_seconds }) => (
                  <li key={call_id} className="flex items-baseline justify-between gap-3">
                    <Link
                      to="/calls/$callId"
                      params={{ callId: call_id }}
                      search={{ t: start_seconds }}
                      className="min-w-0 truncate rounded-control hover:underline"
                    >
                      {agent_name} to {formatPhoneNumber(recipient_number)}
                    </Link>
                    <span className="shrink-0 text-small text-muted">
                      <RelativeTime at={called_at} />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  );
}
