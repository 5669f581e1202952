import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { appRoutes } from '../../shared/contract.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { describeSyncStatus } from './describe-sync-status.ts';
import { useSyncStatus } from './sync-query.ts';

/** Shows that nothing is synced because the API key of the remote is missing or refused, and links to its replacement. */
export function ApiKeyBanner() {
  const status = useSyncStatus();
  const missingPermission = useMissingPermission(appRoutes.updateConnection);
  if (status?.state !== 'paused') return null;
  return (
    <div
      role="alert"
      aria-label="API key needed"
      className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-bad-soft px-6 py-1 text-small"
    >
      <KeyRound aria-hidden size={14} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium">Nothing is synced.</span> {describeSyncStatus(status).detail}
      </p>
      {missingPermission === null ? (
        <Link
          to="/settings"
          search={{ section: 'connection' }}
          className="inline-flex h-6 shrink-0 items-center rounded-control border border-line bg-raised px-2 hover:bg-highlight"
        >
          Replace API key
        </Link>
      ) : (
        <span className="shrink-0 text-muted">{missingPermission}</span>
      )}
    </div>
  );
}
