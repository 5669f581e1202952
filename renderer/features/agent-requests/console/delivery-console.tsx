import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { DateTimeField } from '../../../ui/fields/date-time-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { changeRequest } from './console-actions.ts';
import { parseDateTimeInput, toDateTimeInput } from './date-time-input.ts';
import { SingleFieldForm } from './single-field-form.tsx';

/** The fields of the delivery team of an open build request, in a workspace whose agents you deliver yourself. */
export function DeliveryConsole({ request }: { readonly request: AgentRequestRecord }) {
  const changeDisabledReason = useMissingPermission(appRoutes.updateAgentRequest);
  const { estimated_uat_date: uatDate, assigned_engineer: engineer } = request;
  return (
    <section aria-label="Delivery console" className="flex flex-col gap-3 rounded-panel bg-chrome p-3">
      <div>
        <h3 className="font-medium!">Delivery console</h3>
        <p className="text-small text-muted">In a local workspace, you build and deliver agents yourself.</p>
      </div>
      <SingleFieldForm
        renderField={({ onChange, ...state }) => (
          <Field
            {...state}
            label="Engineer"
            maxLength={limits.personNameLength}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        actionLabel="Assign"
        actionName="Assign engineer"
        initialValue={engineer ?? ''}
        disabledReason={changeDisabledReason}
        onSubmit={(name) => changeRequest(request, { assigned_engineer: toPlainLine(name) || null })}
      />
      <SingleFieldForm
        renderField={(state) => <DateTimeField {...state} label="UAT date" />}
        actionLabel={uatDate === null ? 'Set' : 'Change'}
        actionName={uatDate === null ? 'Set UAT date' : 'Change UAT date'}
        initialValue={toDateTimeInput(uatDate)}
        disabledReason={changeDisabledReason}
        onSubmit={(value) => changeRequest(request, { estimated_uat_date: parseDateTimeInput(value) })}
      />
    </section>
  );
}
