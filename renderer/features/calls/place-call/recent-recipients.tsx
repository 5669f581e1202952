import { History } from 'lucide-react';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import type { RouteOutput } from '../../../../shared/contract/client.ts';
import type { appRoutes } from '../../../../shared/contract/contract.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';

export type RecentRecipient = RouteOutput<typeof appRoutes.listCallFacets>['recent_recipients'][number];

/** As many as fit on two lines. */
const maxVisible = 4;

type RecentRecipientsProps = {
  readonly recipients: readonly RecentRecipient[];
  readonly agents: readonly AgentRecord[];
  readonly onSelect: (recent: RecentRecipient) => void;
};

/** Recently called recipients. Selecting one fills in its number, agent and metadata. */
export function RecentRecipients({ recipients, agents, onSelect }: RecentRecipientsProps) {
  if (recipients.length === 0) return null;
  return (
    <ul aria-label="Recent recipients" className="flex flex-wrap gap-1.5">
      {recipients.slice(0, maxVisible).map((recent) => {
        const agent = agents.find(({ agent_id }) => agent_id === recent.agent_id)?.name ?? 'an unknown agent';
        const { recipient_name: name } = recent;
        const number = formatPhoneNumber(recent.recipient_number);
        return (
          <li key={`${recent.agent_id} ${recent.recipient_number}`}>
            <button
              type="button"
              title={`${name === '' ? 'Called' : `${number}, called`} by ${agent}`}
              aria-label={`Fill in ${number}${name && ` (${name})`}, called by ${agent}`}
              onClick={() => onSelect(recent)}
              className="inline-flex h-6 max-w-44 items-center gap-1 rounded-control border border-line px-1.5 text-small text-muted hover:bg-highlight hover:text-ink"
            >
              <History aria-hidden size={12} className="shrink-0" />
              <span className="truncate">{name || number}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
