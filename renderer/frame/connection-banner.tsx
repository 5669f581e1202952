import { Unplug } from 'lucide-react';
import { useConnection } from '../live/connection.ts';

const messages = {
  lost: 'Switchboard has stopped or cannot be reached. Everything that was saved is kept. Start it again to continue.',
  signed_out:
    'Switchboard was started again. Open the URL that it printed in this browser; then this window continues, too.',
} as const;

/** The only message about a service that cannot be reached, over all views. */
export function ConnectionBanner() {
  const { connection } = useConnection();
  if (connection !== 'lost' && connection !== 'signed_out') return null;
  return (
    <p
      role="alert"
      className="flex shrink-0 items-center gap-2 border-b border-line bg-bad-soft px-6 py-1.5 text-small"
    >
      <Unplug aria-hidden size={14} className="shrink-0 text-bad" />
      {messages[connection]}
    </p>
  );
}
