import { useCallback, useRef, useState } from 'react';

/** Runs one deed at a time: whoever presses again while it runs means it once. */
export function useBusy(): readonly [isBusy: boolean, run: (deed: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = useCallback(async (deed: () => Promise<unknown>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await deed();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return [isBusy, run];
}
