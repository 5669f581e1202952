import { useEffect } from 'react';

/** Loads what shows one call while nothing else is going on: whoever looks at the list opens one next. */
export function usePreloadCallView(): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => {
      void import('../call/call-view.tsx');
      void import('../call/waveform/waveform.tsx');
    });
    return () => cancelIdleCallback(idle);
  }, []);
}
