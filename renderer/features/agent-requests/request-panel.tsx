import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { formatIntegrationName } from './format-integration-name.ts';
import { findUatDateChanges } from '../../../shared/agents/uat-date-changes.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { DeliveryConsole } from './console/delivery-console.tsx';
import { useDeliveryActions } from './console/use-delivery-actions.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { formatDayTime } from '../../format/format-day.ts';
import { ExpandableText } from '../../ui/page/expandable-text.tsx';
import { formatRequestName } from './format-request-name.ts';
import { isFirstSeen } from './describe-pending-request.ts';
import { PendingRequest } from './pending-request.tsx';
import { ProgressLine } from './progress-line.tsx';
import { RequestTimeline } from './request-timeline.tsx';
import { formatUatDateChanges } from './format-uat-date-changes.ts';
import { useRequestActions } from './use-request-actions.ts';

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
