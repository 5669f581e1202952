import { agentRequestStatusLabels } from '../../shared/agent-request-status.ts';
import { isCallEnded } from '../../shared/call-status.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { ServiceEvent } from '../../shared/events.ts';
import { formatRequestName } from '../agents/format-request-name.ts';
import { findUsageNotice } from '../billing/billing-query.ts';
import { describeUsageNotice } from '../billing/describe-usage-notice.ts';
import { bridge } from '../bridge.ts';
import { describeCallStatus, formatDisposition } from '../calls/call-labels.ts';
import { formatPhoneNumber } from '../calls/phone-number.ts';
import { formatCount } from '../format/format-number.ts';
import { queryClient } from '../query-client.ts';
import { app, v1 } from '../service-clients.ts';
import { formatOutboxTitle, needsDecision } from '../sync/describe-outbox-item.ts';
import { settingsQuery } from '../settings/settings-query.ts';

/** Events of this time are one notification: a program can place a hundred calls at once. */
const collectMs = 1_500;

type Message = {
  readonly title: string;
  readonly body: string;
  /** The part of the address after `#`. */ readonly path: string;
};

/** The subjects of a kind of events since the last notification, by id. */
const collected = new Map<string, Set<string>>();

const describers: Readonly<Record<string, (ids: readonly string[]) => Promise<Message | null>>> = {
  'call ended': describeCalls,
  'document active': (ids) => describeDocuments(ids, 'is ready', 'are ready'),
  'document failed': (ids) => describeDocuments(ids, 'could not be processed', 'could not be processed'),
  'request changed': describeRequests,
  'usage notice': describeNotices,
  'undecided change': describeUndecidedChanges,
  'connection refused': describeRefusedConnection,
};

/** Shows a notification of the system for an event that the user waits for, unless the window has the focus. */
export function notify(event: ServiceEvent): void {
  const [kind, id] = classify(event);
  if (kind === null || !describers[kind] || !areNotificationsOn() || document.hasFocus()) return;
  const ids = collected.get(kind);
  if (ids) return void ids.add(id);
  collected.set(kind, new Set([id]));
  setTimeout(() => void show(kind).catch(() => undefined), collectMs); // what it is about may be gone
}

function classify(event: ServiceEvent): readonly [kind: string | null, id: string] {
  switch (event.type) {
    case 'call.changed':
      return [isCallEnded(event.status) && event.status !== 'canceled' ? 'call ended' : null, event.call_id];
    case 'document.changed':
      return [`document ${event.status}`, event.document_id];
    case 'agent_request.changed':
      return ['request changed', event.request_id];
    case 'usage_notice.raised':
      return ['usage notice', event.notice_id];
    case 'outbox_item.undecided':
      return ['undecided change', event.item_id];
    case 'connection.refused':
      return ['connection refused', ''];
    default:
      return [null, ''];
  }
}

/** Whether the setting is on and the system or the browser permits notifications. */
function areNotificationsOn(): boolean {
  const settings = queryClient.getQueryData(settingsQuery.queryKey);
  return settings?.notifications === 'on' && Notification.permission === 'granted';
}

async function show(kind: string): Promise<void> {
  const ids = [...(collected.get(kind) ?? [])];
  collected.delete(kind);
  const message = await describers[kind]?.(ids);
  if (!message || document.hasFocus()) return;
  const notification = new Notification(message.title, { body: message.body, tag: `${kind} ${ids.at(-1)}` });
  notification.addEventListener('click', () => {
    location.hash = message.path;
    void bridge.showWindow();
  });
}

async function describeCalls(ids: readonly string[]): Promise<Message> {
  const [call_id = ''] = ids;
  if (ids.length > 1) return { title: `${formatCount(ids.length, 'call')} ended`, body: '', path: '/calls' };
  const details = await app(appRoutes.getCallDetails, { params: { call_id } });
  const { status, recipient_number, disposition } = details;
  const outcome = disposition === null ? '' : `: ${formatDisposition(disposition)}`;
  return {
    title: `Call to ${formatPhoneNumber(recipient_number)} ended`,
    body: `${describeCallStatus(status).label}${outcome}`,
    path: `/calls/${call_id}`,
  };
}

async function describeDocuments(ids: readonly string[], isDone: string, areDone: string): Promise<Message> {
  const [document_id = ''] = ids;
  if (ids.length > 1)
    return { title: `${formatCount(ids.length, 'document')} ${areDone}`, body: '', path: '/knowledge' };
  const { title, error } = await v1(v1Routes.getDocument, { params: { document_id } });
  return { title: `“${title}” ${isDone}`, body: error?.detail ?? '', path: `/knowledge?document=${document_id}` };
}

async function describeRequests(ids: readonly string[]): Promise<Message | null> {
  const [request_id = ''] = ids;
  if (ids.length > 1)
    return { title: `${formatCount(ids.length, 'build request')} changed`, body: '', path: '/agents' };
  const { data } = await app(appRoutes.listAgentRequestRecords, {});
  const request = data.find((candidate) => candidate.request_id === request_id);
  return request
    ? {
        title: formatRequestName(request),
        body: agentRequestStatusLabels[request.status],
        path: `/agents?request=${request_id}`,
      }
    : null;
}

async function describeNotices(ids: readonly string[]): Promise<Message | null> {
  const notice = await findUsageNotice(ids.at(-1) ?? '');
  return notice ? { title: describeUsageNotice(notice.kind), body: '', path: '/billing' } : null;
}

/** Changes that were decided meanwhile are left out. */
async function describeUndecidedChanges(ids: readonly string[]): Promise<Message | null> {
  const { data } = await app(appRoutes.listOutboxItems, {});
  const undecided = data.filter((item) => ids.includes(item.item_id) && needsDecision(item));
  const [first] = undecided;
  if (!first) return null;
  return undecided.length === 1
    ? { title: `${formatOutboxTitle(first)} needs you`, body: first.reason ?? '', path: '/overview' }
    : { title: `${formatCount(undecided.length, 'change')} need you`, body: '', path: '/overview' };
}

async function describeRefusedConnection(): Promise<Message | null> {
  const { status } = await app(appRoutes.getSyncStatus, {});
  if (status?.state !== 'paused') return null;
  return { title: 'Nothing is synced', body: status.reason ?? '', path: '/settings?section=connection' };
}
