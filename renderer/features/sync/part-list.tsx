import { useId } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { explainRoles, roles } from '../../../shared/contract/roles.ts';
import type { SyncPartId, SyncStatus } from '../../../shared/workspaces/sync.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { syncPartNames } from './describe-sync-status.ts';

/** The operation with which each part is fetched. */
const partOperations = {
  organization: 'getOrganization',
  members: 'listMembers',
  documents: 'listDocuments',
  agents: 'listAgents',
  calls: 'listCalls',
  requests: 'listAgentRequests',
  call_details: 'listChanges',
  shared_work: 'listChanges',
  usage: 'getUsage',
  invoices: 'listInvoices',
} as const satisfies Record<SyncPartId, keyof typeof v1Routes>;

type PartListProps = Pick<SyncStatus, 'state' | 'parts'>;

/** When each part of the workspace was last refreshed, and why it is not. */
export function PartList({ state, parts }: PartListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="px-4 py-3">
      <h3 id={headingId} className="mb-1 text-small font-normal text-muted">
        Last refreshed
      </h3>
      <ul aria-labelledby={headingId} className="flex flex-col">
        {parts.map(({ name, refreshed_at, error, is_permitted }) => (
          <li key={name} className="grid grid-cols-[1fr_auto] gap-x-3 py-1">
            <span className="min-w-0 truncate">{syncPartNames[name]}</span>
            <span className="text-muted">
              {refreshed_at !== null ? (
                <RelativeTime at={refreshed_at} />
              ) : state === 'syncing' && error === null && is_permitted ? (
                <StatusLabel tone="busy" label="Fetching" />
              ) : (
                'Never'
              )}
            </span>
            {!is_permitted && (
              <span className="col-span-2 text-small break-words text-muted">{describeRefusal(name)}</span>
            )}
            {error !== null && <span className="col-span-2 text-small break-words text-bad select-text">{error}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names the roles that the service specification requires, unless every role can read the part. */
function describeRefusal(part: SyncPartId): string {
  const { roles: required } = v1Routes[partOperations[part]];
  const refusal = 'Not permitted with this key.';
  return required.length === roles.length ? refusal : `${refusal} ${explainRoles(required)}`;
}
