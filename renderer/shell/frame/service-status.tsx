import { useServiceUnreachable } from '../../data/service-connection.ts';
import { useSession } from '../../data/session/session-query.ts';
import { SyncChip } from '../../features/sync/public.ts';
import { classNames } from '../../ui/page/class-names.ts';

/** Shows the sync status of a linked workspace and the kind of any other, unless the banner shows that the service cannot be reached. */
export function ServiceStatus() {
  const { workspace } = useSession();
  const isUnreachable = useServiceUnreachable();
  const isDemo = workspace?.kind === 'demo';
  if (isUnreachable) return null;
  if (workspace?.kind === 'linked') return <SyncChip />;
  return (
    <span role="status" className="flex items-center gap-1.5 text-small text-muted">
      <span aria-hidden="true" className={classNames('size-2 rounded-full', isDemo ? 'bg-warn' : 'bg-good')} />
      {isDemo ? 'Demo' : 'Local'}
    </span>
  );
}
