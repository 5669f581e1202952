import { Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { limits } from '../../../../shared/contract/limits.ts';
import { isMac } from '../../../data/bridge.ts';
import { formatShortcut } from '../../../ui/commands/shortcut.ts';
import { formatNumber } from '../../../format/format-number.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { isEventInside } from '../../../ui/focus/is-event-inside.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { keepClear } from '../../../ui/feedback/use-clear-position.ts';
import { IntegrationsField } from './integrations-field.tsx';
import type { SavedDraft } from './request-draft.ts';
import { RequestChecklist } from './request-checklist.tsx';
import { DraftStatus } from './draft-status.tsx';
import { useRequestForm } from './use-request-form.ts';

type RequestFormProps = { readonly draftKey: string; readonly saved: SavedDraft | undefined };

/** Shows the length of the objective from this many characters on. */
const lengthHintThreshold = limits.objectiveLength * 0.75;

/** The form of a build request. Ctrl+Enter or Cmd+Enter submits it from any field. */
export function RequestForm({ draftKey, saved }: RequestFormProps) {
  const { draft, saveState, errors, isSubmitting, change, saveNow, submit, discard, ...integrations } = useRequestForm(
    draftKey,
    saved,
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalidField?.focus({ preventScroll: true });
    invalidField?.scrollIntoView({ block: 'center' }); // keeps the message below the field visible
  }, [errors]);
  const { length } = draft.objective;
  const isTooLong = length > limits.objectiveLength;
  const lengthNote = `${formatNumber(length)} of ${formatNumber(limits.objectiveLength)} characters`;
  return (
    // Key presses and blur events of all fields bubble up to the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      data-kept
      aria-label="Request an agent"
      className="@container flex h-full flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onBlur={saveNow}
      onKeyDown={(event) => {
        if (!isEventInside(event) || event.key !== 'Enter' || !(isMac ? event.metaKey : event.ctrlKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-2 pb-6">
        <div className="flex max-w-240 flex-col gap-6 @2xl:flex-row @2xl:gap-8">
          <div className="flex min-w-0 flex-[3] flex-col gap-4">
            <Field
              label="Name"
              optional
              placeholder="Renewal reminders"
              value={draft.name}
              error={errors.name ?? null}
              maxLength={limits.agentNameLength}
              autoComplete="off"
              onChange={(event) => change({ ...draft, name: event.target.value })}
            />
            <TextArea
              label="Objective"
              placeholder="What should the agent do during the call, and what counts as a successful call?"
              value={draft.objective}
              error={errors.objective ?? (isTooLong ? `${lengthNote}. Shorten the objective to submit it.` : null)}
              hint={length > lengthHintThreshold ? lengthNote : null}
              maxLength={limits.objectiveLength * 2}
              onChange={(event) => change({ ...draft, objective: event.target.value })}
              className="max-h-[50vh] min-h-32"
            />
            <TextArea
              label="Audience"
              optional
              placeholder="Residential customers whose contract ends within 60 days"
              value={draft.target_audience}
              error={errors.target_audience ?? null}
              maxLength={limits.audienceLength}
              onChange={(event) => change({ ...draft, target_audience: event.target.value })}
              className="max-h-32"
            />
            <IntegrationsField draft={draft} errors={errors} onChange={change} {...integrations} />
          </div>
          <RequestChecklist draft={draft} />
        </div>
      </div>
      <footer
        {...keepClear}
        className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-6 py-3"
      >
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<Send aria-hidden size={15} />}
          shortcut={formatShortcut('mod+enter', isMac)}
          aria-busy={isSubmitting}
        >
          {isSubmitting ? 'Submitting…' : 'Submit request'}
        </Button>
        <Button size="large" variant="quiet" onClick={() => void discard()}>
          Discard draft
        </Button>
        <DraftStatus state={saveState} />
        {errors.form && (
          <p role="alert" className="w-full text-bad">
            {errors.form}
          </p>
        )}
      </footer>
    </form>
  );
}
