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

const nextSteps = {
  pending_review: { to: 'in_development', label: 'Start development' },
  in_development: { to: 'uat', label: 'Move to UAT' },
} as const;

/** The actions of the delivery team on an open build request. */
export function DeliveryConsole({ request }: { readonly request: AgentRequestRecord }) {
  const changeDisabledReason = useMissingPermission(appRoutes.updateAgentRequest);
  const moveDisabledReason = useMissingPermission(appRoutes.moveAgentRequest);
  const deliverDisabledReason = useMissingPermission(appRoutes.deliverAgentRequest);
  const [openDialog, setOpenDialog] = useState<'deliver' | 'reject' | null>(null);
  const [isMoving, setMoving] = useState(false);
  const { status, assigned_engineer: engineer, estimated_uat_date: uatDate } = request;
  const next = status === 'pending_review' || status === 'in_development' ? nextSteps[status] : null;
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
        <p className="text-small text-muted">In a local workspace, you build and deliver agents yourself.</p>
      </div>
      <SingleFieldForm
        label="Engineer"
        actionLabel="Assign"
        actionName="Assign engineer"
        initialValue={engineer ?? ''}
        maxLength={limits.personNameLength}
        disabledReason={changeDisabledReason}
        onSubmit={(name) => changeRequest(request, { assigned_engineer: name.trim() === '' ? null : name.trim() })}
      />
      <SingleFieldForm
        label="UAT date"
        actionLabel={uatDate === null ? 'Set' : 'Change'}
        actionName={uatDate === null ? 'Set UAT date' : 'Change UAT date'}
        type="datetime-local"
        max="9999-12-31T23:59"
        initialValue={toDateTimeInput(uatDate)}
        disabledReason={changeDisabledReason}
        onSubmit={(value) => changeRequest(request, { estimated_uat_date: parseDateTimeInput(value) })}
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
            onClick={() => setOpenDialog('deliver')}
            className="flex-1"
          >
            Deliver…
          </Button>
        )}
        <Button size="large" disabledReason={moveDisabledReason} onClick={() => setOpenDialog('reject')}>
          Reject…
        </Button>
      </div>
      {openDialog === 'deliver' && <DeliverDialog request={request} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'reject' && <RejectDialog request={request} onClose={() => setOpenDialog(null)} />}
    </section>
  );
}
