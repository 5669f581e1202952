import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AgentRequestRecord, Delivery } from '../../../../shared/agents/agent-requests.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { voices } from '../../../../shared/agents/voices.ts';
import { fillGreeting, listPlaceholders } from '../../../../shared/agents/greeting.ts';
import { createIdempotencyKeyStore } from '../../../data/idempotency-key-store.ts';
import { formatError } from '../../../format/format-error.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { FilledGreeting } from '../../../ui/page/filled-greeting.tsx';
import { showErrorToast } from '../../../ui/feedback/toasts.ts';
import { useBusy } from '../../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../../ui/page/use-is-mounted.ts';
import { toFieldErrors, type FieldErrors } from '../../../ui/fields/field-errors.ts';
import { voiceNames } from '../../../format/voice-names.ts';
import { createSampleMetadata } from '../../../format/sample-metadata.ts';
import { suggestGreeting } from '../../../../shared/agents/suggest-greeting.ts';
import { AcceptanceNotice } from '../acceptance/acceptance-notice.tsx';
import { buildQuery } from './build-query.ts';
import { deliverRequest } from './console-actions.ts';

type DeliverDialogProps = { readonly request: AgentRequestRecord; readonly onClose: () => void };

/** Says what was tried, and edits the agent before it is delivered. */
export function DeliverDialog({ request, onClose }: DeliverDialogProps) {
  const { build_agent_id: agentId } = request;
  const build = useQuery({ ...buildQuery(agentId ?? ''), enabled: agentId !== null });
  return (
    <Dialog title="Deliver agent" description={<p>It can place calls as soon as it is delivered.</p>} onClose={onClose}>
      {agentId === null || build.data !== undefined ? (
        <DeliverForm request={request} initial={build.data ?? suggestDelivery(request)} onClose={onClose} />
      ) : build.isError ? (
        <ErrorState
          title="The build could not be loaded"
          detail={formatError(build.error)}
          onRetry={() => void build.refetch()}
        />
      ) : (
        <TextSkeleton label="Loading the build" />
      )}
    </Dialog>
  );
}

/** Returns the agent of a build request without a build. */
function suggestDelivery({ name, objective, target_audience }: AgentRequestRecord): Delivery {
  return { name, objective, audience: target_audience, greeting: suggestGreeting(name), voice: 'slt' };
}

type DeliverFormProps = DeliverDialogProps & { readonly initial: Delivery };

function DeliverForm({ request, initial, onClose }: DeliverFormProps) {
  const [agent, setAgent] = useState<Delivery>(() => {
    const { name, objective, audience, greeting, voice } = initial;
    return { name, objective, audience, greeting, voice };
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const idempotencyKeys = useRef(createIdempotencyKeyStore());
  const isMounted = useIsMounted();
  const change = (changes: Partial<Delivery>) => {
    setErrors({});
    setAgent((current) => ({ ...current, ...changes }));
  };
  const changeName = (name: string) =>
    // The suggested greeting follows the name until it is edited.
    change({ name, ...(agent.greeting === suggestGreeting(agent.name) && { greeting: suggestGreeting(name) }) });
  const deliver = async () => {
    const empty = (['name', 'objective', 'greeting'] as const).filter((field) => agent[field].trim() === '');
    if (empty.length > 0) return setErrors(Object.fromEntries(empty.map((field) => [field, 'Required'])));
    try {
      await deliverRequest(request, agent, idempotencyKeys.current.getKey(agent));
      if (isMounted()) onClose();
    } catch (error) {
      const outcome = idempotencyKeys.current.handleFailure(error)
        ? 'was not delivered'
        : 'may not have been delivered';
      setErrors(toFieldErrors(error));
      if (!isMounted()) showErrorToast(`“${agent.name}” ${outcome}`, formatError(error));
    }
  };
  return (
    <DialogForm
      submitLabel="Deliver agent"
      failure={errors['form']}
      isBusy={isBusy}
      onSubmit={() => void run(deliver)}
      onClose={onClose}
    >
      <AcceptanceNotice requestId={request.request_id} />
      <Field
        ref={focusAtStart}
        label="Name"
        value={agent.name}
        error={errors['name'] ?? null}
        maxLength={limits.agentNameLength}
        autoComplete="off"
        onChange={(event) => changeName(event.target.value)}
      />
      <TextArea
        label="Objective"
        value={agent.objective}
        error={errors['objective'] ?? null}
        maxLength={limits.objectiveLength}
        rows={2}
        onChange={(event) => change({ objective: event.target.value })}
        className="max-h-32"
      />
      <Field
        label="Audience"
        optional
        value={agent.audience}
        error={errors['audience'] ?? null}
        maxLength={limits.audienceLength}
        autoComplete="off"
        onChange={(event) => change({ audience: event.target.value })}
      />
      <TextArea
        label="Greeting"
        hint="Use {first_name} to insert metadata. Text in [brackets] is spoken only if its metadata is set."
        value={agent.greeting}
        error={errors['greeting'] ?? null}
        maxLength={limits.greetingLength}
        rows={2}
        onChange={(event) => change({ greeting: event.target.value })}
        className="max-h-32"
      />
      <GreetingSample greeting={agent.greeting} />
      <Select
        label="Voice"
        value={agent.voice}
        options={voices.map((value) => ({ value, label: voiceNames[value] }))}
        onChange={(voice) => change({ voice })}
      />
    </DialogForm>
  );
}

/** The dialog opens at its start, which says what was tried, although a small window does not show the field there. */
function focusAtStart(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
}

/** Shows a greeting with sample metadata and without metadata. */
function GreetingSample({ greeting }: { readonly greeting: string }) {
  const names = listPlaceholders(greeting);
  return (
    <section aria-label="Preview" className="flex flex-col gap-1">
      <FilledGreeting greeting={greeting} metadata={createSampleMetadata(names)} />
      {names.length > 0 && (
        <p className="text-small break-words text-muted">Without metadata: “{fillGreeting(greeting, {})}”</p>
      )}
    </section>
  );
}
