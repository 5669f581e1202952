import { Send } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatIntegrationName } from '../../../shared/agent-requests.ts';
import { integrationNames } from '../../../shared/integrations.ts';
import { limits } from '../../../shared/limits.ts';
import { isMac } from '../../bridge.ts';
import { formatShortcut } from '../../commands/shortcut.ts';
import { formatNumber } from '../../format/format-number.ts';
import { Button } from '../../ui/button.tsx';
import { ChipsField } from '../../ui/chips-field.tsx';
import { Field } from '../../ui/field.tsx';
import { isEventInside } from '../../ui/is-event-inside.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { addIntegration, type SavedDraft } from './request-draft.ts';
import { RequestChecklist } from './request-checklist.tsx';
import { DraftStatus } from './draft-status.tsx';
import { useRequestForm } from './use-request-form.ts';

type RequestFormProps = { readonly draftKey: string; readonly saved: SavedDraft | undefined };

/** From here on, how long the objective is becomes worth telling. */
const lengthHintThreshold = limits.objectiveLength * 0.75;

/** What the agent is for, for whom, and what it works with. Sent by Ctrl or Cmd with Enter from anywhere in it. */
export function RequestForm({ draftKey, saved }: RequestFormProps) {
  const { brief, draftState, faults, isSending, change, removeIntegration, saveNow, submit, discard } = useRequestForm(
    draftKey,
    saved,
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), []);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    faulty?.focus({ preventScroll: true });
    faulty?.scrollIntoView({ block: 'center' }); // with what is said about it, which stands below
  }, [faults]);
  const { length } = brief.objective;
  const tooLong = length > limits.objectiveLength;
  const lengthNote = `${formatNumber(length)} of ${formatNumber(limits.objectiveLength)} characters`;
  return (
    // Ctrl or Cmd with Enter bubbles up here from every field, and so does leaving one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
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
              value={brief.name}
              error={faults.name ?? null}
              maxLength={limits.agentNameLength}
              autoComplete="off"
              onChange={(event) => change({ ...brief, name: event.target.value })}
            />
            <TextArea
              label="Objective"
              placeholder="What does the agent do from hello to goodbye, and what has happened when a call went well?"
              value={brief.objective}
              error={faults.objective ?? (tooLong ? `${lengthNote}: this is too long to be sent.` : null)}
              hint={length > lengthHintThreshold ? lengthNote : null}
              maxLength={limits.objectiveLength * 2}
              onChange={(event) => change({ ...brief, objective: event.target.value })}
              className="max-h-[50vh] min-h-32"
            />
            <TextArea
              label="Audience"
              optional
              placeholder="Residential customers whose contract ends within sixty days"
              value={brief.target_audience}
              error={faults.target_audience ?? null}
              maxLength={limits.audienceLength}
              onChange={(event) => change({ ...brief, target_audience: event.target.value })}
              className="max-h-32"
            />
            <ChipsField
              label="Integrations"
              optional
              hint="What the agent reads from or writes to. Enter adds one."
              placeholder="Salesforce, Google Calendar…"
              chips={brief.required_integrations.map((entry) => ({
                id: entry,
                label: formatIntegrationName(entry),
                fault: faults.integrations?.[entry],
              }))}
              suggestions={Object.entries(integrationNames).flatMap(([integration, name]) =>
                brief.required_integrations.includes(integration) ? [] : [name],
              )}
              error={faults.required_integrations}
              onAdd={(written) => change(addIntegration(brief, written.slice(0, limits.titleLength)))}
              onRemove={removeIntegration}
            />
          </div>
          <RequestChecklist brief={brief} />
        </div>
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-6 py-3">
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<Send aria-hidden size={15} />}
          shortcut={formatShortcut('mod+enter', isMac)}
          aria-busy={isSending}
        >
          {isSending ? 'Submitting…' : 'Submit request'}
        </Button>
        <Button size="large" variant="quiet" onClick={() => void discard()}>
          Discard draft
        </Button>
        <DraftStatus draft={draftState} />
        {faults.form && (
          <p role="alert" className="w-full text-bad">
            {faults.form}
          </p>
        )}
      </footer>
    </form>
  );
}
