import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';
import { windowLockQuery } from '../../features/window-lock/public.ts';

const reportIntervalMs = 10_000;

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Reports input to the service, which locks the window without it. Electron also measures the input of the whole computer, if it can. */
export function useReportInput(): void {
  const { data: lock } = useQuery(windowLockQuery);
  const isNeeded = lock?.is_set_up === true && lock.idle_minutes !== null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasInput = false;
    const report = () => {
      timer = undefined;
      if (!hasInput) return;
      hasInput = false;
      timer = setTimeout(report, reportIntervalMs);
      void app(appRoutes.reportInput, {}).catch(() => undefined); // the next report follows
    };
    const handleInput = () => {
      hasInput = true;
      if (timer === undefined) report();
    };
    for (const type of inputEvents) globalThis.addEventListener(type, handleInput, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const type of inputEvents) globalThis.removeEventListener(type, handleInput, { capture: true });
    };
  }, [isNeeded]);
}
