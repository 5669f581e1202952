import { Unplug } from 'lucide-react';
import { useConnection } from '../../data/service-connection.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

const messages = {
  lost: 'Switchboard has stopped or cannot be reached. Everything that was saved is kept. Start it again to continue.',
  signed_out:
    'Switchboard was started again. In this browser, open the URL that it printed. Then this window continues, too.',
} as const;

/** The only message about a service that cannot be reached, over all views. */
export function ConnectionBanner() {
  const { connection } = useConnection();
  if (connection !== 'lost' && connection !== 'signed_out') return null;
  return (
    <Banner label="Connection" tone="bad" icon={Unplug}>
      {messages[connection]}
    </Banner>
  );
}
