import { Unplug } from 'lucide-react';
import { applyEvent } from '../live/apply-event.ts';
import { openLiveEvents, useConnection } from '../live/live-events.ts';
import { useSession } from '../session/session-query.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

/** Shows the kind of the workspace, or that the service is unreachable. */
export function ServiceStatus() {
  const { workspace } = useSession();
  const { connection } = useConnection();
  const isDisconnected = connection === 'lost' || connection === 'closed';
  const isDemo = workspace?.kind === 'demo';
  return (
    <div className="flex items-center gap-2">
      <span role="status" className="flex items-center gap-1.5 text-small text-muted">
        {isDisconnected ? (
          <Unplug aria-hidden size={14} className="text-warn" />
        ) : (
          <span aria-hidden="true" className={classNames('size-2 rounded-full', isDemo ? 'bg-warn' : 'bg-good')} />
        )}
        {isDisconnected ? 'Service unreachable' : isDemo ? 'Demo' : 'Local'}
      </span>
      {connection === 'closed' && (
        <Button size="small" onClick={() => openLiveEvents(applyEvent)}>
          Reconnect
        </Button>
      )}
    </div>
  );
}
