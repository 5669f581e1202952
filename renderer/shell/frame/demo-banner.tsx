import { FlaskConical } from 'lucide-react';
import { useSession } from '../../data/session/session-query.ts';
import { Banner } from '../../ui/feedback/banner.tsx';

/** Marks the demo workspace. */
export function DemoBanner() {
  const { workspace } = useSession();
  if (workspace?.kind !== 'demo') return null;
  return (
    <Banner label="Demo workspace" tone="warn" icon={FlaskConical}>
      <span className="font-medium">Demo workspace.</span> All data is fictional and stays on this computer.
    </Banner>
  );
}
