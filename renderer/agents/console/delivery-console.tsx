import { useState } from 'react';
import type { AgentRequestRecord } from '../../../shared/agent-requests.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { Button } from '../../ui/button.tsx';
import { changeRequest, moveRequest } from './console-actions.ts';
import { DeliverDialog } from './deliver-dialog.tsx';
import { parseDateTimeInput, toDateTimeInput } from './date-time-input.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { SingleFieldForm } from './single-field-form.tsx';

const nextMoves = {
  pending_review: { to: 'in_development', label: 'Start development' },
  in_development: { to: 'uat', label: 'Move to UAT' },
} as const;

/** What the solutions team does with a request that is not over. */
export function DeliveryConsole({ request }: { readonly request: AgentRequestRecord }) {
  const changeDisabledReason = useMissingPermission(appRoutes.updateAgentRequest);
  const moveDisabledReason = useMissingPermission(appRoutes.moveAgentRequest);
  const deliverDisabledReason = useMissingPermission(appRoutes.deliverAgentRequest);
  const [asking, setAsking] = useState<'delivery' | 'rejection' | null>(null);
  const [isMoving, setMoving] = useState(false);
  const { status, assigned_engineer: engineer, estimated_uat_date: uatDate } = request;
  const next = status === 'pending_review' || status === 'in_development' ? nextMoves[status] : null;
  const move = async () => {
    if (next === null || isMoving) return;
    setMoving(true);
    await moveRequest(request, { to: next.to });
    setMoving(false);
  };
  return (
    <section aria-label="Delivery console" className="flex flex-col gap-3 rounded-panel bg-chrome p-3">
      <div>
        <h3 className="font-medium!">Delivery console</h3>
        <p className="text-small text-muted">In a local workspace you build and deliver the agent yourself.</p>
      </div>
      <SingleFieldForm
        label="Engineer"
        actionLabel="Assign"
        initialValue={engineer ?? ''}
        maxLength={limits.personNameLength}
        disabledReason={changeDisabledReason}
        onSubmit={(name) => changeRequest(request, { assigned_engineer: name.trim() === '' ? null : name.trim() })}
      />
      <SingleFieldForm
        label="UAT date"
        actionLabel={uatDate === null ? 'Set' : 'Move'}
        type="datetime-local"
        max="9999-12-31T23:59"
        initialValue={toDateTimeInput(uatDate)}
        disabledReason={changeDisabledReason}
        onSubmit={(moment) => changeRequest(request, { estimated_uat_date: parseDateTimeInput(moment) })}
      />
      <div className="flex gap-2">
        {next ? (
          <Button
            variant="primary"
            size="large"
            disabledReason={moveDisabledReason}
            aria-busy={isMoving}
            onClick={() => void move()}
            className="flex-1"
          >
            {next.label}
          </Button>
        ) : (
          <Button
            variant="primary"
            size="large"
            disabledReason={deliverDisabledReason}
            onClick={() => setAsking('delivery')}
            className="flex-1"
          >
            Deliver…
          </Button>
        )}
        <Button size="large" disabledReason={moveDisabledReason} onClick={() => setAsking('rejection')}>
          Reject…
        </Button>
      </div>
      {asking === 'delivery' && <DeliverDialog request={request} onClose={() => setAsking(null)} />}
      {asking === 'rejection' && <RejectDialog request={request} onClose={() => setAsking(null)} />}
    </section>
  );
}
