import type { AgentRequestRecord } from '../../../shared/agent-requests.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import { useMissingPermission } from '../../session/use-missing-permission.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { changeRequest } from './console-actions.ts';
import { parseDateTimeInput, toDateTimeInput } from './date-time-input.ts';
import { SingleFieldForm } from './single-field-form.tsx';
import { useDeliveryActions } from './use-delivery-actions.tsx';

/** The actions of the delivery team on an open build request, in a workspace whose agents you deliver yourself. */
export function DeliveryConsole({ request }: { readonly request: AgentRequestRecord }) {
  const changeDisabledReason = useMissingPermission(appRoutes.updateAgentRequest);
  const { getActions, dialog, isMoving } = useDeliveryActions();
  const actions = getActions(request);
  if (!actions) return null;
  const { estimated_uat_date: uatDate, assigned_engineer: engineer } = request;
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
        <ActionButton variant="primary" size="large" action={actions.next} aria-busy={isMoving} className="flex-1" />
        <ActionButton size="large" action={actions.reject} />
      </div>
      {dialog}
    </section>
  );
}
