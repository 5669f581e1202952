import { useState } from 'react';
import { isCallEnded } from '../../../../shared/calls/call-status.ts';
import type { CallDetails } from '../../../../shared/calls/calls.ts';

/**
 * Returns the details of a call. When the call has ended, waits for its last timeline: the turns have other times in the
 * recording, so a seek between the two responses would end at another turn.
 */
export function useShownDetails(loaded: CallDetails | undefined, isTimelineLoading: boolean): CallDetails | undefined {
  const [shown, setShown] = useState(loaded);
  const hasJustEnded =
    shown?.call_id === loaded?.call_id && shown && !isCallEnded(shown.status) && loaded && isCallEnded(loaded.status);
  if (hasJustEnded && isTimelineLoading) return shown;
  if (shown !== loaded) setShown(loaded);
  return loaded;
}
