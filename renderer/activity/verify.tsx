import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Verification } from '../../shared/activity.ts';
import { v1Routes } from '../../shared/contract.ts';
import { formatNumber } from '../format/format-number.ts';
import { tellError } from '../format/tell-error.ts';
import { v1 } from '../service.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Progress } from '../ui/progress.tsx';
import { Status } from '../ui/status.tsx';
import { tell, tellFailure, tellWarning } from '../ui/toasts.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { tellVerification } from './tell-breach.ts';
import { noteVerifying, useVerifying } from './verifying-store.ts';

type State =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'ready'; readonly found: Verification };

/** Recomputes the chain on demand, and says whether it holds; the button stands after what else can be done. */
export function Verify({ children }: { readonly children: ReactNode }) {
  const unavailable = usePermission(v1Routes.verifyActivity);
  const progress = useVerifying(({ progress: now }) => now);
  const isShown = useIsShown();
  const [shown, setShown] = useState<State>({ state: 'idle' });
  const verify = async () => {
    if (shown.state === 'running') return;
    noteVerifying(null);
    setShown({ state: 'running' });
    try {
      const found = await v1(v1Routes.verifyActivity, {});
      setShown({ state: 'ready', found });
      if (!isShown()) (found.breach ? tellWarning : tell)(`The activity was verified. ${tellVerification(found)}`);
    } catch (error) {
      setShown({ state: 'idle' });
      tellFailure('The activity was not verified', tellError(error));
    }
    noteVerifying(null);
  };
  return (
    <>
      <div className="ml-auto flex items-center gap-2">
        {children}
        <Button
          icon={<ShieldCheck aria-hidden size={14} />}
          unavailable={unavailable}
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
            <Progress label="Verifying the activity" share={progress.done / Math.max(1, progress.total)} />
          </div>
        )}
        {shown.state === 'ready' && <Found found={shown.found} />}
      </div>
    </>
  );
}

function Found({ found }: { readonly found: Verification }) {
  const isIntact = found.breach === null;
  return (
    <div
      className={`flex items-center gap-3 rounded-control px-3 py-1.5 text-small ${isIntact ? 'bg-well' : 'bg-bad-soft'}`}
    >
      <Status tone={isIntact ? 'good' : 'bad'} word={isIntact ? 'Intact' : 'Broken'} />
      <p className="min-w-0 flex-1">{tellVerification(found)}</p>
      <span className="flex items-center text-muted">
        <span title={`${found.head}. Kept elsewhere, it proves all rows up to the last one.`}>
          Last hash <code className="font-mono">{found.head.slice(0, 8)}…</code>
        </span>
        <Copy text={found.head} label="Copy the last hash" />
      </span>
    </div>
  );
}
