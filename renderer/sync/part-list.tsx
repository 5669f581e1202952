import { useId } from 'react';
import type { SyncStatus } from '../../shared/sync.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusLabel } from '../ui/status-label.tsx';
import { syncPartNames } from './describe-sync-status.ts';

type PartListProps = Pick<SyncStatus, 'state' | 'parts'>;

/** When each part of the workspace was last refreshed, and why it could not be. */
export function PartList({ state, parts }: PartListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="px-4 py-3">
      <h3 id={headingId} className="mb-1 text-small font-normal text-muted">
        Last refreshed
      </h3>
      <ul aria-labelledby={headingId} className="flex flex-col">
        {parts.map(({ name, refreshed_at, error }) => (
          <li key={name} className="grid grid-cols-[1fr_auto] gap-x-3 py-1">
            <span className="min-w-0 truncate">{syncPartNames[name]}</span>
            <span className="text-muted">
              {refreshed_at !== null ? (
                <RelativeTime at={refreshed_at} />
              ) : state === 'syncing' && error === null ? (
                <StatusLabel tone="busy" label="Fetching" />
              ) : (
                'Never'
              )}
            </span>
            {error !== null && <span className="col-span-2 text-small break-words text-bad select-text">{error}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
