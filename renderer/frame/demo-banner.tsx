import { FlaskConical } from 'lucide-react';
import { useSession } from '../session/session-query.ts';

/** Marks the demo workspace. */
export function DemoBanner() {
  const { workspace } = useSession();
  if (workspace?.kind !== 'demo') return null;
  return (
    <div
      role="note"
      aria-label="Demo workspace"
      className="flex h-8 shrink-0 items-center gap-2 border-b border-line bg-warn-soft px-6 text-small"
    >
      <FlaskConical aria-hidden size={14} className="shrink-0 text-warn" />
      <p className="truncate">
        <span className="font-medium">Demo workspace.</span> All data is fictional and stays on this computer.
      </p>
    </div>
  );
}
