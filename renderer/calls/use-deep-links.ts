import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { bridge } from '../bridge.ts';

/** Opens the call and time of a `switchboard:` link that another program opened. */
export function useDeepLinks(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      bridge.onOpenLink(({ callId, seconds }) => {
        void navigate({ to: '/calls/$callId', params: { callId }, search: { t: seconds } });
      }),
    [navigate],
  );
}
