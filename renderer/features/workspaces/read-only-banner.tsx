import { Lock } from 'lucide-react';
import { lazyComponent } from '../../data/lazy-component.ts';
import { Suspense, useState } from 'react';
import { useSession } from '../../data/session/session-query.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { useRecoverDisabledReason } from './use-recover-disabled-reason.ts';

const RecoverWorkspaceDialog = lazyComponent(
  async () => (await import('./recover-workspace-dialog.tsx')).RecoverWorkspaceDialog,
);

/** Marks a damaged workspace that is open read-only, and offers to recover it. */
export function ReadOnlyBanner() {
  const { workspace } = useSession();
  const disabledReason = useRecoverDisabledReason();
  const [isRecovering, setRecovering] = useState(false);
  if (!workspace?.is_read_only) return null;
  return (
    <>
      <Banner
        label="Read-only workspace"
        tone="warn"
        icon={Lock}
        action={
          <Button size="small" disabledReason={disabledReason} onClick={() => setRecovering(true)}>
            Recover…
          </Button>
        }
      >
        <span className="font-medium">Read-only.</span> This workspace is damaged, and some of its data may be missing.
      </Banner>
      <Suspense>
        {isRecovering && <RecoverWorkspaceDialog workspace={workspace} onClose={() => setRecovering(false)} />}
      </Suspense>
    </>
  );
}
