import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Drama, Link2, Phone } from 'lucide-react';
import { useState } from 'react';
import { isCancelable, isOver } from '../../../shared/call-status.ts';
import type { CallDetails, TimedTurn } from '../../../shared/calls.ts';
import { formatClock } from '../../../shared/clock.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { makeMomentLink } from '../../../shared/moment-link.ts';
import type { Note } from '../../../shared/notes.ts';
import { formatNumber } from '../phone-number.ts';
import { bridge } from '../../bridge.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/toasts.tsx';
import { describeCallStatus } from '../describe-call-status.ts';
import { nameDisposition } from '../name-disposition.ts';
import { usePlayer } from '../player/player-store.ts';
import { callAgain } from './call-again.ts';
import { CancelCallConfirm } from './cancel-call-confirm.tsx';
import { ExportMenu } from './export-menu.tsx';

type CallHeadProps = {
  readonly details: CallDetails;
  readonly turns: readonly TimedTurn[];
  readonly notes: readonly Note[];
};

/** Who called whom, how it came out, and what can be done with it. */
export function CallHead({ details, turns, notes }: CallHeadProps) {
  const { call_id, agent_name, recipient_number, status, disposition, created_at, duration_seconds } = details;
  const { recording, ...fields } = details;
  const navigate = useNavigate();
  const placeUnavailable = usePermission(appRoutes.placeRehearsal);
  const cancelUnavailable = usePermission(v1Routes.cancelCall);
  const [isCanceling, setCanceling] = useState(false);
  const copyLink = async () => {
    const { source, seconds } = usePlayer.getState();
    const at = source?.callId === call_id ? seconds : 0;
    await navigator.clipboard.writeText(makeMomentLink({ callId: call_id, seconds: at }, bridge.host, location.href));
    tell(`The link to ${formatClock(at)} was copied`);
  };
  return (
    <header className="flex shrink-0 flex-col gap-1 px-6 pt-3 pb-2">
      <div className="flex items-center gap-2">
        <h2 className="flex min-w-0 flex-1 items-center gap-2 text-section select-text">
          <span className="truncate">{agent_name}</span>
          <ArrowRight role="img" aria-label="called" size={14} className="shrink-0 text-muted" />
          <span className="shrink-0 font-normal">{formatNumber(recipient_number)}</span>
        </h2>
        {isCancelable(status) && (
          <Button unavailable={cancelUnavailable} onClick={() => setCanceling(true)}>
            Cancel call
          </Button>
        )}
        {isOver(status) && turns.length > 0 && (
          <>
            <IconButton
              label="Copy the link to this moment"
              icon={<Link2 aria-hidden size={16} />}
              onClick={() => void copyLink()}
            />
            <ExportMenu call={{ ...fields, turns, notes }} recording={recording} />
          </>
        )}
        <Button
          icon={<Phone aria-hidden size={13} />}
          unavailable={placeUnavailable}
          onClick={() => {
            callAgain(details);
            void navigate({ to: '/calls', search: {} });
          }}
        >
          Call again
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <span className="text-ink">
          <Status {...describeCallStatus(status)} />
        </span>
        {disposition !== null && <span className="text-ink">{nameDisposition(disposition)}</span>}
        <Time at={created_at} />
        {status === 'completed' && <span>{formatClock(duration_seconds)} of talk</span>}
        {details.rehearsal && <RehearsalMark details={details} />}
      </div>
      {isCanceling && <CancelCallConfirm details={details} onClose={() => setCanceling(false)} />}
    </header>
  );
}

/** Nobody should ever take a rehearsal for a call. */
function RehearsalMark({ details: { typed, status } }: { readonly details: CallDetails }) {
  const playing = isOver(status) ? 'you played the recipient' : 'you play the recipient';
  const dialling = isOver(status) ? 'nobody was dialled' : 'nobody is dialled';
  return (
    <span className="inline-flex h-5 items-center gap-1.5 rounded-full bg-warn-soft px-2 text-ink">
      <Drama aria-hidden size={12} className="text-warn" />
      Rehearsal: {typed ? playing : dialling}
    </span>
  );
}
