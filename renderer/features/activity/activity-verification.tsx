import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { VerificationReport } from '../../../shared/organization/activity.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { formatNumber } from '../../format/format-number.ts';
import { v1 } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { showToast, showWarningToast } from '../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { formatVerification } from './format-verification.ts';
import { setVerificationProgress, useVerificationProgress } from './verification-store.ts';
import { showRequestError } from '../../data/show-request-error.ts';

type VerificationState =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'ready'; readonly report: VerificationReport };

/** The Verify button, which checks the hash chain of the audit log, and its result. `children` are shown before the button. */
export function ActivityVerification({ children }: { readonly children: ReactNode }) {
  const disabledReason = useMissingPermission(v1Routes.verifyActivity);
  const progress = useVerificationProgress((store) => store.progress);
  const isMounted = useIsMounted();
  const [verification, setVerification] = useState<VerificationState>({ state: 'idle' });
  const verify = async () => {
    if (verification.state === 'running') return;
    setVerificationProgress(null);
    setVerification({ state: 'running' });
    try {
      const report = await v1(v1Routes.verifyActivity, {});
      setVerification({ state: 'ready', report });
      if (!isMounted()) (isIntact(report) ? showToast : showWarningToast)(formatVerification(report));
    } catch (error) {
      setVerification({ state: 'idle' });
      showRequestError('Activity was not verified', error);
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
          aria-busy={verification.state === 'running'}
          onClick={() => void verify()}
        >
          Verify
        </Button>
      </div>
      <div role="status" className="w-full empty:hidden">
        {verification.state === 'running' && progress && (
          <div className="flex flex-col gap-1 py-1 text-small text-muted">
            Verifying {formatNumber(progress.done)} of {formatNumber(progress.total)} entries
            <ProgressBar label="Verifying activity" fraction={progress.done / Math.max(1, progress.total)} />
          </div>
        )}
        {verification.state === 'ready' && <VerificationSummary report={verification.report} />}
      </div>
    </>
  );
}

function VerificationSummary({ report }: { readonly report: VerificationReport }) {
  const isGood = isIntact(report);
  return (
    <div
      className={`flex items-center gap-3 rounded-control px-3 py-1.5 text-small ${isGood ? 'bg-well' : 'bg-bad-soft'}`}
    >
      <p className="flex min-w-0 flex-1">
        <StatusLabel tone={isGood ? 'good' : 'bad'} label={formatVerification(report)} />
      </p>
      <span className="flex items-center text-muted">
        <span title={`${report.head}. Store this hash elsewhere to prove later that these entries have not changed.`}>
          Last hash <code className="font-mono">{report.head.slice(0, 8)}…</code>
        </span>
        <CopyButton text={report.head} label="Copy last hash" />
      </span>
    </div>
  );
}

function isIntact({ violation, gaps }: VerificationReport): boolean {
  return violation === null && gaps.length === 0;
}
