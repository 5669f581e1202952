import { useEffect, useState } from 'react';

/** In milliseconds. A busy window loads what waits for it all the same. */
const maxWaitMs = 2000;

/** Returns whether the window has been idle since it opened, so that code can be loaded that the first frame does not need. */
export function useWasIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => {
    const idle = requestIdleCallback(() => setWasIdle(true), { timeout: maxWaitMs });
    return () => cancelIdleCallback(idle);
  }, []);
  return wasIdle;
}
