import { ArrowRight, ChevronDown, ChevronUp, Drama, Link2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { isCallEnded } from '../../../../shared/calls/call-status.ts';
import type { CallDetails, CallTimeline } from '../../../../shared/calls/calls.ts';
import { formatItemLink } from '../../../../shared/window/app-link.ts';
import type { Note } from '../../../../shared/calls/notes.ts';
import { formatClock } from '../../../format/format-clock.ts';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import { bridge } from '../../../data/bridge.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { practiceNotice, simulationNotice } from '../../../format/simulation-notices.ts';
import { formatNumber } from '../../../format/format-number.ts';
import { describeCall, formatDisposition } from '../call-labels.ts';
import { useOpenTitle } from '../../../data/open-title-store.ts';
import { requestStepFocus, useCallsStore, type CallStep } from '../calls-store.ts';
import { CallTime } from '../call-time.tsx';
import { nameRecipient } from '../format-recipient.ts';
import { useCallActions } from '../use-call-actions.tsx';
import { summarizeModelTurns } from './summarize-model-turns.ts';
import { CallExportMenu } from './call-export-menu.tsx';
import type { CallNeighbors } from './use-call-neighbors.ts';

type CallHeaderProps = {
  readonly details: CallDetails;
  readonly timeline: Pick<CallTimeline, 'turns' | 'times'>;
  readonly notes: readonly Note[];
  readonly neighbors: CallNeighbors;
  /** Returns the current position in the call. */
  readonly getSeconds: () => number;
};

/** Agent, recipient, status and outcome of a call, and its actions. */
export function CallHeader({ details, timeline: { turns, times }, notes, neighbors, getSeconds }: CallHeaderProps) {
  const { call_id, agent_name, recipient_name, recipient_number, status, disposition, duration_seconds } = details;
  const { recording, ...fields } = details;
  const { getActions, dialog } = useCallActions();
  const { cancel, callAgain } = getActions(details);
  const number = formatPhoneNumber(recipient_number);
  const modelUse = useMemo(() => summarizeModelTurns(turns), [turns]);
  useOpenTitle(`Call to ${nameRecipient({ recipient_name, recipient_number })}`);
  const copyLink = async () => {
    const seconds = getSeconds();
    const link = formatItemLink({ view: 'calls', id: call_id, seconds }, bridge.host, location.href);
    await navigator.clipboard.writeText(link);
    showToast(`Copied link to ${formatClock(seconds)}`);
  };
  return (
    <header className="flex shrink-0 flex-col gap-1 px-6 pt-3 pb-2">
      <div className="flex flex-wrap items-center gap-2">
        {/* The actions are on the next line if the name would not fit beside them. */}
        <h2 className="flex min-w-0 grow items-center gap-2 text-section select-text">
          <span className="truncate">{agent_name}</span>
          <ArrowRight role="img" aria-label="called" size={14} className="shrink-0 text-muted" />
          {recipient_name !== '' && (
            <bdi title={recipient_name} className="truncate">
              {recipient_name}
            </bdi>
          )}
          <span className="shrink-0 font-normal">{number}</span>
        </h2>
        <div className="flex items-center gap-2">
          <CallStepper neighbors={neighbors} />
          {cancel && <ActionButton action={cancel} />}
          {isCallEnded(status) && turns.length > 0 && (
            <>
              <IconButton
                label="Copy link to current time"
                icon={<Link2 aria-hidden size={16} />}
                onClick={() => void copyLink()}
              />
              <CallExportMenu call={{ ...fields, turns, times, notes }} recording={recording} />
            </>
          )}
          <ActionButton action={callAgain} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <span className="text-ink">
          <StatusLabel {...describeCall(details)} />
        </span>
        {details.trial && <StatusLabel tone="pending" label="Draft" />}
        {details.agent_version !== null && <span>Agent version {details.agent_version}</span>}
        {disposition !== null && <span className="text-ink">{formatDisposition(disposition)}</span>}
        <span>
          <CallTime call={details} />
        </span>
        {status === 'completed' && <span>Talk time {formatClock(duration_seconds)}</span>}
        {details.simulated && <SimulatedNotice details={details} />}
        {modelUse && <span>{modelUse.privacy}</span>}
        {details.remote?.id && (
          <span className="inline-flex min-w-0 items-center gap-1">
            ID <span className="truncate font-mono select-text">{details.remote.id}</span>
            <CopyButton text={details.remote.id} label="Copy the remote’s call ID" />
          </span>
        )}
        {details.remote?.error && (
          <span role="note" className="basis-full break-words text-bad select-text">
            {details.remote.error}
          </span>
        )}
      </div>
      {dialog}
    </header>
  );
}

function SimulatedNotice({ details: { practice, status } }: { readonly details: CallDetails }) {
  const hasEnded = isCallEnded(status);
  return (
    <span className="inline-flex h-5 items-center gap-1.5 rounded-full bg-warn-soft px-2 text-ink">
      <Drama aria-hidden size={12} className="text-warn" />
      {practice ? practiceNotice : hasEnded ? simulationNotice : 'Simulated · no real call is placed'}
    </span>
  );
}

const steps = [
  { step: 'previous', label: 'Previous call', shortcut: 'Shift+K', icon: ChevronUp, atEnd: 'This is the first call.' },
  { step: 'next', label: 'Next call', shortcut: 'Shift+J', icon: ChevronDown, atEnd: 'This is the last call.' },
] as const;

/** Goes to the calls before and after this one in the list, and shows its position. */
function CallStepper({ neighbors: { ids, position, goTo } }: { readonly neighbors: CallNeighbors }) {
  const group = useRef<HTMLDivElement>(null);
  // Each call has its own view, so the button that was used must be focused again.
  useEffect(() => {
    const { stepToFocus } = useCallsStore.getState();
    if (stepToFocus === null) return;
    requestStepFocus(null);
    group.current?.querySelector<HTMLElement>(`[data-step="${stepToFocus}"]`)?.focus();
  }, []);
  const goToFromButton = (step: CallStep) => {
    requestStepFocus(step);
    goTo(step);
  };
  return (
    <div ref={group} role="group" aria-label="Calls in the list" className="flex items-center">
      {position && (
        <span className="mr-1 text-small whitespace-nowrap text-muted">
          {formatNumber(position.number)} of {formatNumber(position.total)}
        </span>
      )}
      {steps.map(({ step, label, shortcut, icon: Icon, atEnd }) => (
        <IconButton
          key={step}
          data-step={step}
          label={label}
          shortcut={shortcut}
          disabledReason={ids[step] === null ? atEnd : null}
          icon={<Icon aria-hidden size={16} />}
          onClick={() => ids[step] && goToFromButton(step)}
        />
      ))}
    </div>
  );
}
