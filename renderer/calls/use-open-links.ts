import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { bridge } from '../bridge.ts';

/** Goes to the moments that other programs ask for. */
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
