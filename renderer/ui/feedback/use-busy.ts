import { useCallback, useRef, useState } from 'react';

/** Returns a function that runs a task and ignores further calls until the task ends. */
export function useBusy(): readonly [isBusy: boolean, run: (task: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = useCallback(async (task: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await task();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return [isBusy, run];
}
