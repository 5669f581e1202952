import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Loads the room of calls, the largest one, while nothing else is going on: it then opens at once. */
export function usePreload(): void {
  const router = useRouter();
  useEffect(() => {
    const idle = requestIdleCallback(() => void router.preloadRoute({ to: '/calls' }));
    return () => cancelIdleCallback(idle);
  }, [router]);
}
