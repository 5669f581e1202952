import { useNavigate } from '@tanstack/react-router';
import { MessageSquare, PhoneOutgoing } from 'lucide-react';
import { useRef, useState } from 'react';
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
import { AcceptanceSection } from '../agent-requests/public.ts';
import { personaLabels } from '../calls/public.ts';
import { saveDefinition } from './agent-edits.ts';
import { canUseDraft } from './agent-editor-store.ts';
import type { ExampleMetadata } from './greeting-preview.tsx';
import { useBuildRequest } from './use-build-request.ts';

type TryTabProps = {
  readonly details: AgentDetails;
  readonly metadata: ExampleMetadata;
  /** Why the draft cannot be tried, or null. */
  readonly disabledReason: string | null;
};

const personaOptions = personas.map((value) => ({ value, label: personaLabels[value] }));

/** Tries the draft in a call with a simulated recipient, or with the user as the recipient. A build has its acceptance test below. */
export function TryTab({ details, metadata, disabledReason }: TryTabProps) {
  const { agent_id: agentId, status } = details;
  const navigate = useNavigate();
  const request = useBuildRequest(details);
  const waitReason = status === 'uat' && !request ? 'The build request is loading.' : null;
  const [persona, setPersona] = useState<Persona>('interested');
  const [isBusy, run] = useBusy();
  const idempotencyKeys = useRef(createIdempotencyKeyStore());
  const tryDraft = async (mode: 'practice' | 'simulated') => {
    if (!canUseDraft(agentId) || !(await saveDefinition(agentId))) return;
    const json = {
      ...(request ? { request_id: request.request_id } : { agent_id: agentId, trial: true }),
      recipient_number: normalizePhoneNumber(examplePhoneNumber),
      metadata,
      ...(mode === 'practice' ? { mode } : { mode, persona, speed: 'real_time' as const }),
    };
    try {
      const headers = { 'Idempotency-Key': idempotencyKeys.current.getKey(json) };
      const { call_id } = await app(appRoutes.placeSimulatedCall, { json, headers });
      idempotencyKeys.current.reset();
      await navigate({ to: '/calls/$callId', params: { callId: call_id }, search: {} });
    } catch (error) {
      idempotencyKeys.current.handleFailure(error);
      showRequestError('The draft could not be tried', error);
    }
  };
  return (
    <>
      <section aria-label="Try the draft" className="flex flex-col gap-3">
        <p className="text-muted">
          The agent speaks as in the form, with the example metadata. Trials are free, and insights don’t count them.
        </p>
        <Button
          variant="primary"
          size="large"
          icon={<MessageSquare aria-hidden size={14} />}
          disabledReason={disabledReason ?? waitReason}
          aria-busy={isBusy}
          onClick={() => void run(() => tryDraft('practice'))}
        >
          Practice with the draft
        </Button>
        <Select label="Simulated recipient" value={persona} options={personaOptions} onChange={setPersona} />
        <Button
          size="large"
          icon={<PhoneOutgoing aria-hidden size={14} />}
          disabledReason={disabledReason ?? waitReason}
          aria-busy={isBusy}
          onClick={() => void run(() => tryDraft('simulated'))}
        >
          Simulate a call
        </Button>
      </section>
      {request && (
        <div className="mt-5 border-t border-line pt-4">
          <AcceptanceSection request={request} />
        </div>
      )}
    </>
  );
}
