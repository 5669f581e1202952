import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CalendarPlus, Check, PanelRight, Phone, RotateCcw } from 'lucide-react';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { FollowUp, FollowUpChange } from '../../../../shared/calls/follow-ups.ts';
import { v1 } from '../../../data/service-clients.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { startOfDay, toLocalDay } from '../../../format/local-day.ts';
import { showActionToast } from '../../../ui/feedback/toasts.ts';
import type { RowAction } from '../../../ui/tables/row-action.ts';
import { nameRecipient } from '../format-recipient.ts';
import { openPrefilledPlaceCall } from '../place-call/open-prefilled-panel.ts';
import { saveFollowUpCalendarFile } from './follow-up-calendar.ts';
import { refreshFollowUps } from './follow-ups-query.ts';

export type FollowUpActions = {
  readonly callNow: RowAction;
  /** Marks it as done, or as open again. */
  readonly toggleDone: RowAction;
  /** The times until which it can be hidden, and for a snoozed one, the way back. Empty if it is done. */
  readonly snooze: readonly RowAction[];
  /** Null without a time. */
  readonly saveCalendarFile: RowAction | null;
  readonly viewCall: RowAction;
};

/** Returns a function that lists the actions of a follow-up. */
export function useFollowUpActions(): (followUp: FollowUp) => FollowUpActions {
  const navigate = useNavigate();
  const callDisabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  const disabledReason = useMissingPermission(v1Routes.updateFollowUp);
  return useCallback(
    (followUp) => {
      const { call_id, state } = followUp;
      const change = (next: FollowUpChange, text: string) => void changeFollowUp(followUp, next, text);
      const snooze = (label: string, findEnd: (now: Date) => Date): RowAction => ({
        label,
        disabledReason,
        run: () => change({ snoozed_until: findEnd(new Date()).toISOString() }, 'snoozed'),
      });
      return {
        callNow: {
          label: 'Call now',
          icon: Phone,
          disabledReason: callDisabledReason,
          run: () => void openPrefilledPlaceCall(call_id, () => navigate({ to: '/calls', search: {} })),
        },
        toggleDone:
          state === 'done'
            ? { label: 'Reopen', icon: RotateCcw, disabledReason, run: () => change({ is_done: false }, 'reopened') }
            : { label: 'Mark as done', icon: Check, disabledReason, run: () => change({ is_done: true }, 'done') },
        snooze:
          state === 'done'
            ? []
            : [
                ...(state === 'snoozed'
                  ? [{ label: 'Show now', disabledReason, run: () => change({ snoozed_until: null }, 'shown again') }]
                  : []),
                snooze('For an hour', (now) => new Date(now.getTime() + 3_600_000)),
                snooze('Until tomorrow', (now) => startOfDay(toLocalDay(now), 1)),
                snooze('For a week', (now) => startOfDay(toLocalDay(now), 7)),
              ],
        saveCalendarFile:
          followUp.due_at === null
            ? null
            : { label: 'Save calendar file', icon: CalendarPlus, run: () => saveFollowUpCalendarFile(followUp) },
        viewCall: {
          label: 'View call',
          icon: PanelRight,
          run: () => void navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} }),
        },
      };
    },
    [navigate, callDisabledReason, disabledReason],
  );
}

/** Changes a follow-up and offers to undo it. */
async function changeFollowUp(followUp: FollowUp, change: FollowUpChange, text: string): Promise<void> {
  const { done_at, snoozed_until } = followUp;
  const undo: FollowUpChange = {
    ...(change.is_done !== undefined && { is_done: done_at !== null }),
    ...(change.snoozed_until !== undefined && { snoozed_until }),
  };
  if (await sendChange(followUp, change))
    showActionToast(`Follow-up with ${nameRecipient(followUp)} ${text}`, 'Undo', () => void sendChange(followUp, undo));
}

async function sendChange({ call_id, follow_up }: FollowUp, json: FollowUpChange): Promise<boolean> {
  try {
    await v1(v1Routes.updateFollowUp, { params: { call_id, follow_up }, json });
    return true;
  } catch (error) {
    showRequestError('The follow-up was not changed', error);
    return false;
  } finally {
    refreshFollowUps();
  }
}
