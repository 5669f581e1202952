import { Lock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../session/session-query.ts';
import { Button } from '../ui/button.tsx';
import { useRecoverDisabledReason } from '../workspaces/use-recover-disabled-reason.ts';

const RecoverWorkspaceDialog = lazy(async () => ({
  default: (await import('../workspaces/recover-workspace-dialog.tsx')).RecoverWorkspaceDialog,
}));

/** Marks a damaged workspace that is open read-only, and offers to recover it. */
export function ReadOnlyBanner() {
  const { workspace } = useSession();
  const disabledReason = useRecoverDisabledReason();
  const [isRecovering, setRecovering] = useState(false);
  if (!workspace?.is_read_only) return null;
  return (
    <div
      role="note"
      aria-label="Read-only workspace"
      className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-warn-soft px-6 py-1 text-small"
    >
      <Lock aria-hidden size={14} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">Read-only.</span> This workspace is damaged, and some of its data may be missing.
      </p>
      <Button size="small" disabledReason={disabledReason} onClick={() => setRecovering(true)}>
        Recover…
      </Button>
      <Suspense>
        {isRecovering && <RecoverWorkspaceDialog workspace={workspace} onClose={() => setRecovering(false)} />}
      </Suspense>
    </div>
  );
}
