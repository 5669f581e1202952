import { useRouter } from '@tanstack/react-router';
import { useIsMounted } from './use-is-mounted.ts';

/**
 * Asks, when something slow begins, whether the person is still where it began. What is answered later must not take
 * them away from where they went meanwhile.
 */
export function useIsSameLocation(): () => () => boolean {
  const router = useRouter();
  const isShown = useIsMounted();
  return () => {
    const { pathname } = router.latestLocation; // of the room that is being loaded, while the one before it still stands
    return () => isShown() && router.latestLocation.pathname === pathname;
  };
}
