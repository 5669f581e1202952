import { Check, Circle, CircleCheck, Send } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { limits } from '../../../../shared/contract/limits.ts';
import {
  describeUnsupportedIntegration,
  findIntegration,
  type NamedIntegration,
} from '../../../../shared/agents/integrations.ts';
import { isMac } from '../../../data/bridge.ts';
import { formatShortcut } from '../../../ui/commands/shortcut.ts';
import { formatNumber } from '../../../format/format-number.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { isEventInside } from '../../../ui/focus/is-event-inside.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { keepClear } from '../../../ui/feedback/use-clear-position.ts';
import { formatError } from '../../../format/format-error.ts';
import { useServiceUnreachable } from '../../../data/service-connection.ts';
import { ChipsField } from '../../../ui/fields/chips-field.tsx';
import { formatIntegrationName } from '../format-integration-name.ts';
import { addIntegration, type RequestDraft, type RequestFormErrors, type SavedDraft } from './request-draft.ts';
import { useRequestForm } from './use-request-form.ts';
import type { AutosaveState } from '../../../data/autosave.ts';
import { checkRequestDraft } from './check-request-draft.ts';

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

function DraftStatus({ state: autosave }: { readonly state: AutosaveState }) {
  const isUnreachable = useServiceUnreachable();
  return (
    <p role="status" className="flex items-center gap-1 text-small text-muted">
      {autosave.state === 'saved' && (
        <>
          <Check aria-hidden size={13} className="text-good" />
          Draft saved
        </>
      )}
      {autosave.state === 'unsaved' && 'Saving draft…'}
      {autosave.state === 'failed' && (
        <span className="text-bad">
          The draft {isUnreachable ? 'is not saved yet.' : `was not saved. ${formatError(autosave.error)}`}
        </span>
      )}
    </p>
  );
}

/** Shows which points of a good build request the draft covers, while the user types. */
function RequestChecklist({ draft }: { readonly draft: RequestDraft }) {
  const objective = useDeferredValue(draft.objective);
  const audience = useDeferredValue(draft.target_audience);
  const points = useMemo(() => checkRequestDraft({ objective, target_audience: audience }), [objective, audience]);
  const covered = points.filter(({ isCovered }) => isCovered).length;
  return (
    <aside aria-label="What to include" className="flex min-w-0 flex-[2] flex-col gap-2">
      <h2 className="font-medium!">What to include</h2>
      <p role="status" className="text-small text-muted">
        {covered} of {points.length} points covered
      </p>
      <ul className="flex flex-col gap-2">
        {points.map(({ id, label, hint, isCovered }) => (
          <li key={id} className="flex gap-2">
            {isCovered ? (
              <CircleCheck aria-hidden size={14} className="mt-0.75 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden size={14} className="mt-0.75 shrink-0 text-edge" />
            )}
            <div className="min-w-0">
              <p className={isCovered ? 'text-muted' : ''}>
                {label}
                <span className="sr-only">{isCovered ? ', covered' : ', not covered'}</span>
              </p>
              {!isCovered && <p className="text-small text-muted">{hint}</p>}
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}

type IntegrationsFieldProps = {
  readonly draft: RequestDraft;
  readonly errors: RequestFormErrors;
  /** Empty until loaded. */
  readonly supportedIntegrations: readonly NamedIntegration[];
  readonly unsupportedIntegrations: Readonly<Record<string, string>>;
  readonly onChange: (draft: RequestDraft) => void;
  readonly removeIntegration: (entry: string) => void;
  readonly mentionInObjective: (entry: string) => void;
};

/** Suggests the supported integrations, and shows at once which entries are not supported. */
function IntegrationsField(props: IntegrationsFieldProps) {
  const { draft, errors, supportedIntegrations, unsupportedIntegrations } = props;
  const { required_integrations: entries } = draft;
  const describeOther = (text: string) => {
    if (supportedIntegrations.length === 0) return null;
    const found = findIntegration(text);
    return found && entries.includes(found)
      ? `${formatIntegrationName(found)} has already been added.`
      : describeUnsupportedIntegration(text);
  };
  return (
    <ChipsField
      label="Integrations"
      optional
      hint="Systems the agent reads from or writes to. Type to see which are supported."
      placeholder="Salesforce, Google Calendar…"
      maxChips={limits.requestIntegrations}
      maxLength={limits.titleLength}
      chips={entries.map((entry) => ({
        id: entry,
        label: formatIntegrationName(entry),
        error: errors.integrations?.[entry] ?? unsupportedIntegrations[entry],
      }))}
      suggestions={supportedIntegrations.flatMap(({ integration, name }) =>
        entries.includes(integration) ? [] : [name],
      )}
      describeOther={describeOther}
      error={errors.required_integrations}
      errorAction={{ label: 'Mention in objective', run: props.mentionInObjective }}
      onAdd={(texts) => props.onChange(texts.reduce(addIntegration, draft))}
      onRemove={props.removeIntegration}
    />
  );
}
