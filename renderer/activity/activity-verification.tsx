import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { VerificationReport } from '../../shared/activity.ts';
import { v1Routes } from '../../shared/contract.ts';
import { formatNumber } from '../format/format-number.ts';
import { formatError } from '../format/format-error.ts';
import { v1 } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { StatusLabel } from '../ui/status-label.tsx';
import { showToast, showErrorToast, showWarningToast } from '../ui/toasts.tsx';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { formatVerification } from './format-verification.ts';
import { setVerificationProgress, useVerificationProgress } from './verification-store.ts';

type VerificationState =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'ready'; readonly verification: VerificationReport };

/** Recomputes the chain on demand, and says whether it holds; the button stands after what else can be done. */
export function ActivityVerification({ children }: { readonly children: ReactNode }) {
  const disabledReason = useMissingPermission(v1Routes.verifyActivity);
  const progress = useVerificationProgress(({ progress: now }) => now);
  const isShown = useIsMounted();
  const [shown, setShown] = useState<VerificationState>({ state: 'idle' });
  const verify = async () => {
    if (shown.state === 'running') return;
    setVerificationProgress(null);
    setShown({ state: 'running' });
    try {
      const verification = await v1(v1Routes.verifyActivity, {});
      setShown({ state: 'ready', verification: verification });
      if (!isShown())
        (verification.violation ? showWarningToast : showToast)(
          `The activity was verified. ${formatVerification(verification)}`,
        );
    } catch (error) {
      setShown({ state: 'idle' });
      showErrorToast('The activity was not verified', formatError(error));
    }
    setVerificationProgress(null);
  };
  return (
    <>
      <div className="ml-auto flex items-center gap-2">
        {children}
        <Button
          icon={<ShieldCheck aria-hidden size={14} />}
          disabledReason={disabledReason}
          aria-busy={shown.state === 'running'}
          onClick={() => void verify()}
        >
          Verify
        </Button>
      </div>
      <div role="status" className="w-full empty:hidden">
        {shown.state === 'running' && progress && (
          <div className="flex flex-col gap-1 py-1 text-small text-muted">
            Verifying, {formatNumber(progress.done)} of {formatNumber(progress.total)} rows
            <ProgressBar label="Verifying the activity" fraction={progress.done / Math.max(1, progress.total)} />
          </div>
        )}
        {shown.state === 'ready' && <VerificationSummary found={shown.verification} />}
      </div>
    </>
  );
}

function VerificationSummary({ found: verification }: { readonly found: VerificationReport }) {
  const isIntact = verification.violation === null;
  return (
    <div
      className={`flex items-center gap-3 rounded-control px-3 py-1.5 text-small ${isIntact ? 'bg-well' : 'bg-bad-soft'}`}
    >
      <StatusLabel tone={isIntact ? 'good' : 'bad'} label={isIntact ? 'Intact' : 'Broken'} />
      <p className="min-w-0 flex-1">{formatVerification(verification)}</p>
      <span className="flex items-center text-muted">
        <span title={`${verification.head}. Kept elsewhere, it proves all rows up to the last one.`}>
          Last hash <code className="font-mono">{verification.head.slice(0, 8)}…</code>
        </span>
        <CopyButton text={verification.head} label="Copy the last hash" />
      </span>
    </div>
  );
}
