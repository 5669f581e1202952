import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { WindowContext } from '../data/feature.ts';
import { useSession } from '../data/session/session-query.ts';

/** Returns the same object until the session changes. */
export function useWindowContext(): WindowContext {
  const session = useSession();
  const navigate = useNavigate();
  return useMemo(() => ({ session, navigate }), [session, navigate]);
}
