import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { describeSyncStatus } from './describe-sync-status.ts';
import { closeSyncPanel } from '../../data/sync-panel-store.ts';
import { useSyncStatus } from '../outbox/public.ts';

/** Shows that nothing is synced because the remote's API key is missing or refused, and links to its replacement. */
export function ApiKeyBanner() {
  const status = useSyncStatus();
  const missingPermission = useMissingPermission(appRoutes.updateConnection);
  if (status?.state !== 'paused') return null;
  return (
    <Banner
      label="API key needed"
      tone="bad"
      icon={KeyRound}
      action={
        missingPermission === null ? (
          <Link
            to="/settings"
            search={{ section: 'connection' }}
            onClick={closeSyncPanel} // it would cover the setting
            className="inline-flex h-6 shrink-0 items-center rounded-control border border-line bg-raised px-2 hover:bg-highlight"
          >
            Replace API key
          </Link>
        ) : (
          <span className="shrink-0 text-muted">{missingPermission}</span>
        )
      }
    >
      <span className="font-medium">Nothing is synced.</span> {describeSyncStatus(status).detail}
    </Banner>
  );
}
