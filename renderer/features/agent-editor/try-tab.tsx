import { MessageSquare, PhoneOutgoing } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { personas, type Persona } from '../../../shared/agents/personas.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createIdempotencyKeyStore } from '../../data/idempotency-key-store.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { examplePhoneNumber, normalizePhoneNumber } from '../../format/phone-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { AcceptanceSection } from '../agent-requests/public.ts';
import { personaLabels, TrialCall } from '../calls/public.ts';
import { saveDefinition } from './agent-edits.ts';
import { canUseDraft } from './request-publication.ts';
import { showTrial, useAgentEditorStore } from './agent-editor-store.ts';
import type { ExampleMetadata } from './greeting-preview.tsx';
import { useBuildRequest } from './use-build-request.ts';

type TryTabProps = {
  readonly details: AgentDetails;
  readonly metadata: ExampleMetadata;
  /** Why the draft cannot be tried, or null. */
  readonly disabledReason: string | null;
};

/** Tries the draft in a call, whose transcript is beside the form. The agent of a build request has its acceptance test below. */
export function TryTab({ details, metadata, disabledReason }: TryTabProps) {
  const { agent_id: agentId, status, draft } = details;
  const request = useBuildRequest(details);
  const trialCallId = useAgentEditorStore((state) => state.trialCallId);
  const [hasTried, setHasTried] = useState(false);
  return (
    <div className="flex h-full flex-col">
      <h2 className="sr-only">Trial</h2>
      {trialCallId === null ? (
        <TrialForm
          agentId={agentId}
          requestId={request?.request_id ?? null}
          metadata={metadata}
          disabledReason={disabledReason ?? (status === 'uat' && !request ? 'The build request is loading.' : null)}
          takesFocus={hasTried}
        />
      ) : (
        <div className="flex min-h-[max(16rem,65%)] flex-1 flex-col">
          <Suspense>
            <TrialCall
              callId={trialCallId}
              draftRevision={draft?.revision ?? null}
              onTryAgain={() => {
                setHasTried(true);
                showTrial(null);
              }}
            />
          </Suspense>
        </div>
      )}
      {request && (
        <div className="shrink-0 border-t border-line px-6 py-4">
          <AcceptanceSection request={request} />
        </div>
      )}
    </div>
  );
}

const personaOptions = personas.map((value) => ({ value, label: personaLabels[value] }));

type TrialFormProps = Pick<TryTabProps, 'metadata' | 'disabledReason'> & {
  readonly agentId: string;
  /** The build request in UAT to which the agent belongs. */
  readonly requestId: string | null;
  /** Whether the first button takes the focus of a trial that has ended. */
  readonly takesFocus: boolean;
};

/** Starts a call with a simulated recipient, or with the user as the recipient. */
function TrialForm({ agentId, requestId, metadata, disabledReason, takesFocus }: TrialFormProps) {
  const [persona, setPersona] = useState<Persona>('interested');
  const [isBusy, run] = useBusy();
  const idempotencyKeys = useRef(createIdempotencyKeyStore());
  const tryDraft = async (mode: 'practice' | 'simulated') => {
    if (!canUseDraft(agentId) || !(await saveDefinition(agentId))) return;
    const json = {
      ...(requestId === null ? { agent_id: agentId, trial: true } : { request_id: requestId }),
      recipient_number: normalizePhoneNumber(examplePhoneNumber),
      metadata,
      ...(mode === 'practice' ? { mode } : { mode, persona, speed: 'real_time' as const }),
    };
    try {
      const headers = { 'Idempotency-Key': idempotencyKeys.current.getKey(json) };
      const { call_id } = await app(appRoutes.placeSimulatedCall, { json, headers });
      idempotencyKeys.current.reset();
      showTrial(call_id);
    } catch (error) {
      idempotencyKeys.current.handleFailure(error);
      showRequestError('The draft could not be tried', error);
    }
  };
  return (
    <section aria-label="Try the draft" className="flex flex-col gap-3 px-6 py-4">
      <p className="text-muted">
        The agent follows the draft in the form, with the example metadata. Trials are free, and insights don’t count
        them.
      </p>
      <Button
        {...(takesFocus && { ref: focusOnMount })}
        variant="primary"
        size="large"
        icon={<MessageSquare aria-hidden size={14} />}
        disabledReason={disabledReason}
        aria-busy={isBusy}
        onClick={() => void run(() => tryDraft('practice'))}
      >
        Practice with the draft
      </Button>
      <Select label="Simulated recipient" value={persona} options={personaOptions} onChange={setPersona} />
      <Button
        size="large"
        icon={<PhoneOutgoing aria-hidden size={14} />}
        disabledReason={disabledReason}
        aria-busy={isBusy}
        onClick={() => void run(() => tryDraft('simulated'))}
      >
        Simulate a call
      </Button>
    </section>
  );
}
