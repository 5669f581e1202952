import {
  hasDeliveryConsole,
  type AgentRequestEvent,
  type AgentRequestRecord,
} from '../../../shared/agents/agent-requests.ts';
import { findUatDateChanges } from '../../../shared/agents/uat-date-changes.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { formatDayTime } from '../../format/format-day.ts';
import { ExpandableText } from '../../ui/page/expandable-text.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useSession } from '../../data/session/session-query.ts';
import { DateTimeField } from '../../ui/fields/date-time-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PendingChange } from '../outbox/public.ts';
import { useCapabilities } from '../connection/public.ts';
import { AcceptanceSection } from './acceptance/acceptance-section.tsx';
import { formatIntegrationName } from './format-integration-name.ts';
import { useDeliveryActions } from './console/use-delivery-actions.tsx';
import { formatRequestName } from './format-request-name.ts';
import { explainPendingRequest, isFirstSeen } from './describe-pending-request.ts';
import { ProgressLine } from './progress-line.tsx';
import { formatUatDateChanges } from './format-uat-date-changes.ts';
import { useRequestActions } from './use-request-actions.ts';
import { changeRequest } from './console/console-actions.ts';
import { parseDateTimeInput, toDateTimeInput } from './console/date-time-input.ts';
import { SingleFieldForm } from './console/single-field-form.tsx';

type RequestPanelProps = { readonly request: AgentRequestRecord; readonly onClose: () => void };

/** One build request: its progress, its details and its timeline. */
export function RequestPanel({ request, onClose }: RequestPanelProps) {
  const { viewAgent } = useRequestActions()(request);
  const { getActions, dialog, isMoving } = useDeliveryActions();
  const delivery = getActions(request);
  const { required_integrations: integrations } = request;
  return (
    <Panel
      title={formatRequestName(request)}
      subtitle={
        <>
          {request.pending ? 'Queued' : isFirstSeen(request) ? 'First seen' : 'Submitted'}{' '}
          <RelativeTime at={request.created_at} />
        </>
      }
      onClose={onClose}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 pt-3 pb-4">
        {!request.pending && <ProgressLine request={request} />}
        <PendingRequest request={request} />
        <DetailList>
          <Detail label="Engineer">{request.assigned_engineer ?? 'Not assigned'}</Detail>
          <Detail label="UAT date">
            <UatDate request={request} />
          </Detail>
          <Detail label="Audience">{request.target_audience || 'Not specified'}</Detail>
          <Detail label="Integrations">
            {integrations.length === 0 ? 'None' : integrations.map((one) => formatIntegrationName(one)).join(', ')}
          </Detail>
          <Detail label="Objective">
            <ExpandableText text={request.objective} />
          </Detail>
        </DetailList>
        {request.status === 'uat' && <AcceptanceTest request={request} />}
        {delivery && <DeliveryConsole request={request} />}
        <RequestTimeline events={request.events} />
      </div>
      {(delivery || viewAgent) && (
        <PanelFooter>
          {viewAgent && <ActionButton variant="primary" size="large" action={viewAgent} className="flex-1" />}
          {delivery && (
            <>
              <ActionButton
                variant="primary"
                size="large"
                action={delivery.next}
                aria-busy={isMoving}
                className="flex-1"
              />
              <ActionButton size="large" action={delivery.reject} />
            </>
          )}
        </PanelFooter>
      )}
      {dialog}
    </Panel>
  );
}

/** The checklist of the acceptance test, and the build that it checks. */
function AcceptanceTest({ request }: Pick<RequestPanelProps, 'request'>) {
  const { workspace } = useSession();
  const { tryBuild } = useRequestActions()(request);
  const isOnRemote = !workspace || !hasDeliveryConsole(workspace);
  const capabilities = useCapabilities();
  if (isOnRemote && !capabilities?.acceptance)
    return (
      <section aria-label="Acceptance test" className="flex flex-col gap-1">
        <h3 className="font-medium!">Acceptance test</h3>
        <p className="text-muted">
          The remote’s delivery team keeps the checklist and the build, so the agent is tried and accepted there.
        </p>
      </section>
    );
  return <AcceptanceSection request={request} action={tryBuild && <ActionButton size="small" action={tryBuild} />} />;
}

function UatDate({ request }: Pick<RequestPanelProps, 'request'>) {
  const { estimated_uat_date: date, events } = request;
  const { addToCalendar } = useRequestActions()(request);
  const changes = findUatDateChanges(events);
  if (date === null || !changes) return 'Not set';
  return (
    <>
      <time dateTime={date}>{formatDayTime(date)}</time>
      <span className="block text-small text-muted">{formatUatDateChanges(changes)}</span>
      {addToCalendar && <ActionButton size="small" action={addToCalendar} className="mt-1.5" />}
    </>
  );
}

/** What is known from the remote about a build request, and the actions of one that it has not confirmed. */
function PendingRequest({ request: { pending, remote } }: { readonly request: AgentRequestRecord }) {
  return (
    <>
      {pending && <PendingChange item={pending} explanation={explainPendingRequest(pending.state)} />}
      {remote?.status && <p className="break-words select-text">Status on the remote: {remote.status}</p>}
      {remote?.error && <p className="break-words text-bad select-text">{remote.error}</p>}
      {remote?.id && (
        <p className="flex min-w-0 items-center gap-1 text-small text-muted">
          ID <span className="truncate font-mono select-text">{remote.id}</span>
          <CopyButton text={remote.id} label="Copy the remote’s request ID" />
        </p>
      )}
    </>
  );
}

/** The fields of the delivery team of an open build request, in a workspace whose agents you deliver yourself. */
function DeliveryConsole({ request }: { readonly request: AgentRequestRecord }) {
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

/** The events of a request, newest first. */
function RequestTimeline({ events }: Pick<AgentRequestRecord, 'events'>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium!">Timeline</h3>
      <ol className="flex flex-col">
        {events.toReversed().map((event, index) => (
          <li key={events.length - index} className="relative flex gap-3 pb-3 last:pb-0">
            {index < events.length - 1 && (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-[3px] w-px bg-line" />
            )}
            <span aria-hidden="true" className="relative mt-1.75 size-[7px] shrink-0 rounded-full bg-edge" />
            <div className="min-w-0 flex-1">
              <p className="break-words select-text">{formatRequestEvent(event)}</p>
              {event.kind === 'status' && event.reason !== null && (
                <p className="break-words whitespace-pre-wrap text-muted select-text">{event.reason}</p>
              )}
              <p className="text-small text-muted">
                <RelativeTime at={event.at} /> {formatActor(event)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function formatActor({ actor_name, by_remote }: AgentRequestEvent): string {
  if (by_remote) return 'seen on the remote';
  return actor_name === null ? 'in this window' : `by ${actor_name}`;
}

function formatRequestEvent(event: AgentRequestEvent): string {
  switch (event.kind) {
    case 'status':
      return event.status === 'pending_review' ? 'Submitted for review' : agentRequestStatusLabels[event.status];
    case 'engineer':
      return event.engineer === null ? 'Engineer unassigned' : `Assigned to ${event.engineer}`;
    case 'uat_date':
      return event.date === null ? 'UAT date removed' : `UAT date set to ${formatDayTime(event.date)}`;
  }
}
