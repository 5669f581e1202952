import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { CallOutcome, CapturedField, OutcomeCorrection } from '../../../../../shared/calls/call-outcomes.ts';
import type { CallDetails } from '../../../../../shared/calls/calls.ts';
import { findDoNotCallReason } from '../../../../../shared/calls/do-not-call.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { formatOutcomeSubject } from '../../../../../shared/workspaces/sync.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { v1 } from '../../../../data/service-clients.ts';
import { useMissingPermission } from '../../../../data/session/missing-permission.ts';
import { showRequestError } from '../../../../data/show-request-error.ts';
import { formatPhoneNumber } from '../../../../format/phone-number.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { showActionToast } from '../../../../ui/feedback/toasts.ts';
import { Select } from '../../../../ui/fields/select.tsx';
import { RelativeTime } from '../../../../ui/page/relative-time.tsx';
import { WaitingLabel } from '../../../outbox/public.ts';
import { formatDisposition } from '../../call-labels.ts';
import { outcomeQuery } from '../../call-query.ts';
import { refreshOutcome } from '../../calls-query.ts';
import { formatAuthor } from '../../../../format/format-author.ts';
import { CorrectFieldDialog, formatAnswer } from './correct-field-dialog.tsx';

type OutcomeSectionProps = {
  readonly call: Pick<CallDetails, 'call_id' | 'recipient_number' | 'trial'>;
  /** Goes to a turn in the recording and in the transcript. */
  readonly onGoToTurn: (index: number) => void;
};

/** The outcome of a completed call and what the recipient answered, with their corrections. Only roles that can correct them have controls. */
export function OutcomeSection({ call, onGoToTurn }: OutcomeSectionProps) {
  const { data: outcome } = useQuery(outcomeQuery(call.call_id));
  const disabledReason = useMissingPermission(v1Routes.correctCallOutcome);
  const [edited, setEdited] = useState<CapturedField | null>(null);
  if (!outcome) return null;
  const correct = (change: OutcomeCorrection) => correctOutcome(call, outcome, change);
  return (
    <section aria-label="Outcome" className="flex flex-col gap-2">
      {disabledReason === null ? (
        <OutcomeSelect outcome={outcome} onChange={(disposition) => void correct({ disposition })} />
      ) : (
        <p>
          <span className="font-medium">Outcome</span>{' '}
          {outcome.disposition === null ? 'None' : formatDisposition(outcome.disposition)}
        </p>
      )}
      <WaitingLabel subjectId={formatOutcomeSubject(call.call_id)} />
      {outcome.fields.length > 0 && (
        <>
          <h3 className="mt-1 font-medium">Answers</h3>
          <ul>
            {outcome.fields.map((field) => (
              <FieldRow
                key={field.field}
                field={field}
                disabledReason={disabledReason}
                onEdit={() => setEdited(field)}
                onGoToTurn={onGoToTurn}
              />
            ))}
          </ul>
        </>
      )}
      <Corrections outcome={outcome} />
      {edited && (
        <CorrectFieldDialog
          field={edited}
          onSave={(value) => correct({ fields: { [edited.field]: value } })}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}

type OutcomeSelectProps = { readonly outcome: CallOutcome; readonly onChange: (disposition: string) => void };

function OutcomeSelect({ outcome: { choices, disposition }, onChange }: OutcomeSelectProps) {
  const current = choices.find(({ name }) => name.toLowerCase() === disposition?.toLowerCase())?.name ?? disposition;
  const isOther = current !== null && !choices.some(({ name }) => name === current);
  const options = [
    ...(isOther ? [{ value: current, label: formatDisposition(current) }] : []),
    ...choices.map(({ name, is_success, needs_follow_up }) => {
      const hint = [is_success && 'Success', needs_follow_up && 'Needs follow-up'].filter(Boolean).join(' · ');
      return { value: name, label: formatDisposition(name), ...(hint !== '' && { hint }) };
    }),
  ];
  return (
    <Select
      label="Outcome"
      value={current}
      options={options}
      placeholder="None"
      onChange={(next) => next !== current && onChange(next)}
    />
  );
}

type FieldRowProps = {
  readonly field: CapturedField;
  readonly disabledReason: string | null;
  readonly onEdit: () => void;
  readonly onGoToTurn: (index: number) => void;
};

function FieldRow({ field, disabledReason, onEdit, onGoToTurn }: FieldRowProps) {
  const { question, spoken, value, answered_in } = field;
  return (
    <li className="flex items-start gap-2 border-b border-line/60 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="break-words text-muted">
          <bdi>{question}</bdi>
        </p>
        <p className="break-words select-text">
          {value === null ? <span className="text-muted">No answer</span> : <bdi>{formatAnswer(field)}</bdi>}
        </p>
        {spoken !== '' && (
          <p className="text-small break-words text-muted">
            “<bdi>{spoken}</bdi>”
            {answered_in !== null && (
              <>
                {' · '}
                <button
                  type="button"
                  onClick={() => onGoToTurn(answered_in)}
                  className="rounded-[4px] text-accent hover:underline"
                >
                  Go to the turn
                </button>
              </>
            )}
          </p>
        )}
      </div>
      {disabledReason === null && (
        <IconButton
          label={`Correct the answer to ${question}`}
          icon={<Pencil aria-hidden size={13} />}
          onClick={onEdit}
        />
      )}
    </li>
  );
}

/** The corrections of a call, the latest first. */
function Corrections({ outcome: { corrections, fields } }: { readonly outcome: CallOutcome }) {
  if (corrections.length === 0) return null;
  return (
    <ul aria-label="Corrections" className="flex flex-col gap-1 text-small text-muted">
      {corrections.toReversed().map(({ correction_id, field, old_value, new_value, by, at }) => {
        const answered = fields.find((one) => one.field === field);
        const format = (value: string | null) =>
          field === null ? (value === null ? 'none' : formatDisposition(value)) : formatCorrected(answered, value);
        return (
          <li key={`${correction_id} ${field}`} className="break-words">
            <bdi>{field === null ? 'Outcome' : (answered?.question ?? field)}</bdi>:{' '}
            <del>
              <bdi>{format(old_value)}</bdi>
            </del>{' '}
            → <bdi className="text-ink">{format(new_value)}</bdi>, by {formatAuthor(by)} <RelativeTime at={at} />
          </li>
        );
      })}
    </ul>
  );
}

/** Formats an answer from before or after a correction. */
function formatCorrected(field: CapturedField | undefined, value: string | null): string {
  if (value === null) return 'no answer';
  return field ? formatAnswer({ type: field.type, value }) : value;
}

/** Corrects an outcome and offers to undo it. Returns whether it was corrected. */
async function correctOutcome(
  { call_id, recipient_number, trial }: OutcomeSectionProps['call'],
  before: CallOutcome,
  change: OutcomeCorrection,
): Promise<boolean> {
  const undo: OutcomeCorrection = {
    ...(change.disposition !== undefined && { disposition: before.disposition }),
    ...(change.fields && { fields: pickValues(before, Object.keys(change.fields)) }),
  };
  const isCorrected = await sendCorrection(call_id, change);
  const isListed = findDoNotCallReason(change.disposition ?? null) !== undefined && recipient_number !== '' && !trial;
  const text = change.disposition === undefined ? 'Answer corrected' : 'Outcome corrected';
  // The number stays on the list if the correction is undone.
  const note = isListed ? `. ${formatPhoneNumber(recipient_number)} is on the do-not-call list.` : '';
  if (isCorrected) showActionToast(text + note, 'Undo', () => void sendCorrection(call_id, undo));
  return isCorrected;
}

function pickValues({ fields }: CallOutcome, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, fields.find(({ field }) => field === name)?.value ?? null]));
}

async function sendCorrection(callId: string, json: OutcomeCorrection): Promise<boolean> {
  try {
    const outcome = await v1(v1Routes.correctCallOutcome, { params: { call_id: callId }, json });
    queryClient.setQueryData(outcomeQuery(callId).queryKey, outcome);
    return true;
  } catch (error) {
    showRequestError('The correction was not saved', error);
    return false;
  } finally {
    refreshOutcome(callId);
  }
}
