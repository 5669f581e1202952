import { useCallback, useEffect, useRef } from 'react';

/** Tells, when something slow is answered, whether what asked for it is still shown. */
export function useIsMounted(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
