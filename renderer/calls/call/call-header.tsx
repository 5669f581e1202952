import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Drama, Link2, Phone } from 'lucide-react';
import { useState } from 'react';
import { isCallCancelable, isCallEnded } from '../../../shared/call-status.ts';
import type { CallDetails, TimedTurn } from '../../../shared/calls.ts';
import { formatClock } from '../../format/format-clock.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { formatCallLink } from '../../../shared/call-link.ts';
import type { Note } from '../../../shared/notes.ts';
import { formatPhoneNumber } from '../phone-number.ts';
import { bridge } from '../../bridge.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { StatusLabel } from '../../ui/status-label.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { describeCallStatus } from '../describe-call-status.ts';
import { formatDisposition } from '../format-disposition.ts';
import { usePlayerStore } from '../player/player-store.ts';
import { openPrefilledPlaceCall } from './call-again.ts';
import { CancelCallDialog } from './cancel-call-dialog.tsx';
import { CallExportMenu } from './call-export-menu.tsx';

type CallHeaderProps = {
  readonly details: CallDetails;
  readonly turns: readonly TimedTurn[];
  readonly notes: readonly Note[];
};

/** Who called whom, how it came out, and what can be done with it. */
export function CallHeader({ details, turns, notes }: CallHeaderProps) {
  const { call_id, agent_name, recipient_number, status, disposition, created_at, duration_seconds } = details;
  const { recording, ...fields } = details;
  const navigate = useNavigate();
  const placeDisabledReason = useMissingPermission(appRoutes.placeSimulatedCall);
  const cancelDisabledReason = useMissingPermission(v1Routes.cancelCall);
  const [isCanceling, setCanceling] = useState(false);
  const copyLink = async () => {
    const { source, seconds } = usePlayerStore.getState();
    const at = source?.callId === call_id ? seconds : 0;
    await navigator.clipboard.writeText(formatCallLink({ callId: call_id, seconds: at }, bridge.host, location.href));
    showToast(`The link to ${formatClock(at)} was copied`);
  };
  return (
    <header className="flex shrink-0 flex-col gap-1 px-6 pt-3 pb-2">
      <div className="flex items-center gap-2">
        <h2 className="flex min-w-0 flex-1 items-center gap-2 text-section select-text">
          <span className="truncate">{agent_name}</span>
          <ArrowRight role="img" aria-label="called" size={14} className="shrink-0 text-muted" />
          <span className="shrink-0 font-normal">{formatPhoneNumber(recipient_number)}</span>
        </h2>
        {isCallCancelable(status) && (
          <Button disabledReason={cancelDisabledReason} onClick={() => setCanceling(true)}>
            Cancel call
          </Button>
        )}
        {isCallEnded(status) && turns.length > 0 && (
          <>
            <IconButton
              label="Copy the link to this moment"
              icon={<Link2 aria-hidden size={16} />}
              onClick={() => void copyLink()}
            />
            <CallExportMenu call={{ ...fields, turns, notes }} recording={recording} />
          </>
        )}
        <Button
          icon={<Phone aria-hidden size={13} />}
          disabledReason={placeDisabledReason}
          onClick={() => {
            openPrefilledPlaceCall(details);
            void navigate({ to: '/calls', search: {} });
          }}
        >
          Call again
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <span className="text-ink">
          <StatusLabel {...describeCallStatus(status)} />
        </span>
        {disposition !== null && <span className="text-ink">{formatDisposition(disposition)}</span>}
        <RelativeTime at={created_at} />
        {status === 'completed' && <span>{formatClock(duration_seconds)} of talk</span>}
        {details.simulated && <SimulatedNotice details={details} />}
      </div>
      {isCanceling && <CancelCallDialog details={details} onClose={() => setCanceling(false)} />}
    </header>
  );
}

/** Nobody should ever take a rehearsal for a call. */
function SimulatedNotice({ details: { practice, status } }: { readonly details: CallDetails }) {
  const playing = isCallEnded(status) ? 'you played the recipient' : 'you play the recipient';
  const dialling = isCallEnded(status) ? 'nobody was dialled' : 'nobody is dialled';
  return (
    <span className="inline-flex h-5 items-center gap-1.5 rounded-full bg-warn-soft px-2 text-ink">
      <Drama aria-hidden size={12} className="text-warn" />
      Rehearsal: {practice ? playing : dialling}
    </span>
  );
}
