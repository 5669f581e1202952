import { useRouter } from '@tanstack/react-router';
import { useIsMounted } from '../page/use-is-mounted.ts';

/**
 * Returns a function that saves the current location and returns a check of whether the user is still there. A slow
 * response must not navigate a user who has left the view.
 */
export function useCaptureLocation(): () => () => boolean {
  const router = useRouter();
  const isMounted = useIsMounted();
  return () => {
    const { pathname } = router.latestLocation; // includes a view that is still loading
    return () => isMounted() && router.latestLocation.pathname === pathname;
  };
}
