import { useQuery } from '@tanstack/react-query';
import { Fingerprint, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { bridge } from '../../data/bridge.ts';
import { formatCount } from '../../format/format-number.ts';
import { Logo } from '../../ui/page/logo.tsx';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { toFieldErrors, type FieldErrors } from '../../ui/fields/field-errors.ts';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { windowLockQuery } from '../../features/window-lock/public.ts';

/** Shown instead of everything else while the window is locked. */
export function LockScreen({ onUnlock }: { readonly onUnlock: () => void }) {
  const { data: lock } = useQuery(windowLockQuery);
  const { data: hasTouchId } = useQuery({ queryKey: ['touch-id'], queryFn: () => bridge.canUseTouchId() });
  const [passphrase, setPassphrase] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const seconds = useCountdown(lock?.retry_after_seconds ?? 0);
  const isUnlocked = lock?.is_locked === false;
  useEffect(() => {
    document.title = 'Switchboard';
    // Another tab may have unlocked the window meanwhile.
    const refresh = () => void invalidate(windowLockQuery.queryKey);
    globalThis.addEventListener('focus', refresh);
    return () => globalThis.removeEventListener('focus', refresh);
  }, []);
  useEffect(() => {
    if (isUnlocked) onUnlock();
  }, [isUnlocked, onUnlock]);

  const unlock = async () => {
    if (seconds > 0) return;
    try {
      await app(appRoutes.unlockWindow, { json: { passphrase } });
      onUnlock();
    } catch (error) {
      await invalidate(windowLockQuery.queryKey); // with the error, the field says how long to wait
      setErrors(toFieldErrors(error));
      setPassphrase('');
    }
  };
  const unlockWithTouchId = async () => {
    if (await bridge.unlockWithTouchId()) onUnlock();
  };
  const waiting = seconds > 0 ? `Try again in ${formatCount(seconds, 'second')}.` : null;
  return (
    <div className="flex h-full flex-col">
      <div className="drag-region h-12 shrink-0" />
      <main className="flex min-h-0 flex-1 flex-col items-center overflow-auto px-6 pb-5">
        <form
          noValidate
          className="my-auto flex w-80 max-w-full flex-col gap-4 pb-11"
          onSubmit={(event) => {
            event.preventDefault();
            void run(unlock);
          }}
        >
          <div className="flex flex-col items-center text-center">
            <Logo className="size-11" />
            <h1 className="mt-4 flex items-center gap-2 text-title">
              <LockKeyhole aria-hidden size={16} />
              Switchboard is locked
            </h1>
            <p className="mt-1 text-muted">Calls and documents in progress continue.</p>
          </div>
          <Field
            ref={focusOnMount}
            label="Passphrase"
            type="password"
            autoComplete="current-password"
            value={passphrase}
            error={[errors['passphrase'], waiting].filter(Boolean).join(' ') || null}
            onChange={(event) => setPassphrase(event.target.value)}
          />
          {errors['form'] && (
            <p role="alert" className="text-bad">
              {errors['form']}
            </p>
          )}
          <Button type="submit" variant="primary" size="large" aria-busy={isBusy} disabledReason={waiting}>
            Unlock
          </Button>
          {hasTouchId && (
            <Button
              size="large"
              icon={<Fingerprint aria-hidden size={15} />}
              onClick={() => void run(unlockWithTouchId)}
            >
              Use Touch ID
            </Button>
          )}
        </form>
      </main>
    </div>
  );
}

/** Counts down to 0, again from each new number of seconds. */
function useCountdown(from: number): number {
  const [left, setLeft] = useState(from);
  const [previous, setPrevious] = useState(from);
  if (from !== previous) {
    setPrevious(from);
    setLeft(from);
  }
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
