import { Link } from '@tanstack/react-router';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { describeSyncStatus, isRefused } from './describe-sync-status.ts';
import { closeSyncPanel } from '../../data/sync-panel-store.ts';
import { useSyncStatus } from '../outbox/public.ts';

/**
 * Shows that nothing is synced because the remote's API key is missing or refused, or because the remote does not have the
 * organization, and links to the connection.
 */
export function ConnectionBanner() {
  const status = useSyncStatus();
  const missingPermission = useMissingPermission(appRoutes.updateConnection);
  if (!status || !isRefused(status)) return null;
  const { label, icon, detail } = describeSyncStatus(status);
  return (
    <Banner
      label={label}
      tone="bad"
      icon={icon}
      action={
        missingPermission === null ? (
          <Link
            to="/settings"
            search={{ section: 'connection' }}
            onClick={closeSyncPanel} // it would cover the setting
            className="inline-flex h-6 shrink-0 items-center rounded-control border border-line bg-raised px-2 hover:bg-highlight"
          >
            {status.state === 'paused' ? 'Replace API key' : 'Edit connection'}
          </Link>
        ) : (
          <span className="shrink-0 text-muted">{missingPermission}</span>
        )
      }
    >
      <span className="font-medium">Nothing is synced.</span> {detail}
    </Banner>
  );
}
