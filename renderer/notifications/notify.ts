import { agentRequestStatusLabels } from '../../shared/agent-request-status.ts';
import { isCallEnded } from '../../shared/call-status.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { ServiceEvent } from '../../shared/events.ts';
import type { Workspace } from '../../shared/workspaces.ts';
import { formatRequestName } from '../agents/format-request-name.ts';
import { findUsageNotice } from '../billing/billing-query.ts';
import { describeUsageNotice } from '../billing/describe-usage-notice.ts';
import { bridge } from '../bridge.ts';
import { describeCallStatus, formatDisposition } from '../calls/call-labels.ts';
import { formatPhoneNumber } from '../calls/phone-number.ts';
import { formatCount } from '../format/format-number.ts';
import { queryClient } from '../query-client.ts';
import { app, v1 } from '../service-clients.ts';
import { sessionQuery } from '../session/session-query.ts';
import { formatOutboxTitle, needsDecision } from '../sync/describe-outbox-item.ts';
import { settingsQuery } from '../settings/settings-query.ts';
import { openInWorkspace } from './notified-workspace-store.ts';

/** Events of this time are one notification: a program can place a hundred calls at once. */
const collectMs = 1_500;

type Message = {
  readonly title: string;
  readonly body: string;
  /** The part of the address after `#`. */ readonly path: string;
};

type Kind =
  | 'call ended'
  | 'document active'
  | 'document failed'
  | 'request changed'
  | 'usage notice'
  | 'undecided change'
  | 'connection refused';

type NotifiedWorkspace = Pick<Workspace, 'workspace_id' | 'name'>;

/** The subjects of a kind of events in a workspace since the last notification, by ID. */
const collected = new Map<string, Set<string>>();

/** Shows a notification of the system for an event that the user waits for, unless the window has the focus. */
export function notify(event: ServiceEvent): void {
  const isBackground = event.type === 'background.event';
  const [kind, id] = classify(isBackground ? event.event : event);
  if (kind === null || !areNotificationsOn() || document.hasFocus()) return;
  const workspace = isBackground
    ? { workspace_id: event.workspace_id, name: event.workspace_name }
    : getOpenWorkspace();
  const key = `${workspace?.workspace_id} ${kind}`;
  const ids = collected.get(key);
  if (ids) return void ids.add(id);
  const newIds = new Set([id]);
  collected.set(key, newIds);
  setTimeout(() => {
    collected.delete(key);
    void show(kind, [...newIds], workspace).catch(() => undefined); // what it is about may be gone
  }, collectMs);
}

function classify(event: ServiceEvent): readonly [kind: Kind | null, id: string] {
  switch (event.type) {
    case 'call.changed':
      return [isCallEnded(event.status) && event.status !== 'canceled' ? 'call ended' : null, event.call_id];
    case 'document.changed':
      return [event.status === 'processing' ? null : `document ${event.status}`, event.document_id];
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

function getOpenWorkspace(): NotifiedWorkspace | null {
  return queryClient.getQueryData(sessionQuery.queryKey)?.workspace ?? null;
}

function isOpen(workspace: NotifiedWorkspace | null): boolean {
  return workspace?.workspace_id === getOpenWorkspace()?.workspace_id;
}

/** Of another workspace than the open one, the window has no data: the notification then names the workspace instead. */
async function show(kind: Kind, ids: readonly string[], workspace: NotifiedWorkspace | null): Promise<void> {
  const summary = summarize(kind, ids);
  const message =
    workspace && !isOpen(workspace)
      ? { ...summary, title: workspace.name, body: summary.title }
      : await describe(kind, ids, summary);
  if (!message || document.hasFocus()) return;
  const tag = `${workspace?.workspace_id} ${kind} ${ids.at(-1)}`;
  const notification = new Notification(message.title, { body: message.body, tag });
  notification.addEventListener('click', () => {
    if (workspace && !isOpen(workspace)) openInWorkspace(workspace.workspace_id, message.path);
    else location.hash = message.path;
    void bridge.showWindow();
  });
}

function summarize(kind: Kind, ids: readonly string[]): Message {
  const [id = ''] = ids;
  const isOne = ids.length === 1;
  const count = (noun: string) => formatCount(ids.length, noun);
  const documents = isOne ? `/knowledge?document=${id}` : '/knowledge';
  switch (kind) {
    case 'call ended':
      return { title: `${count('call')} ended`, body: '', path: isOne ? `/calls/${id}` : '/calls' };
    case 'document active':
      return { title: `${count('document')} ${isOne ? 'is' : 'are'} ready`, body: '', path: documents };
    case 'document failed':
      return { title: `${count('document')} could not be processed`, body: '', path: documents };
    case 'request changed':
      return {
        title: `${count('build request')} changed`,
        body: '',
        path: isOne ? `/agents?request=${id}` : '/agents',
      };
    case 'usage notice':
      return { title: 'New usage notice', body: '', path: '/billing' };
    case 'undecided change':
      return { title: `${count('change')} ${isOne ? 'needs' : 'need'} you`, body: '', path: '/overview' };
    case 'connection refused':
      return { title: 'Nothing is synced', body: '', path: '/settings?section=connection' };
  }
}

/** Names the subject, with the data of the open workspace. Returns null if there is nothing to say any more. */
async function describe(kind: Kind, ids: readonly string[], summary: Message): Promise<Message | null> {
  const [id = ''] = ids;
  switch (kind) {
    case 'call ended':
      return ids.length > 1 ? summary : describeCall(id, summary);
    case 'document active':
      return ids.length > 1 ? summary : describeDocument(id, summary, 'is ready');
    case 'document failed':
      return ids.length > 1 ? summary : describeDocument(id, summary, 'could not be processed');
    case 'request changed':
      return ids.length > 1 ? summary : describeRequest(id, summary);
    case 'usage notice':
      return describeNotice(ids.at(-1) ?? '', summary);
    case 'undecided change':
      return describeUndecidedChanges(ids, summary);
    case 'connection refused':
      return describeRefusedConnection(summary);
  }
}

async function describeCall(call_id: string, summary: Message): Promise<Message> {
  const details = await app(appRoutes.getCallDetails, { params: { call_id } });
  const { status, recipient_number, disposition } = details;
  const outcome = disposition === null ? '' : `: ${formatDisposition(disposition)}`;
  return {
    ...summary,
    title: `Call to ${formatPhoneNumber(recipient_number)} ended`,
    body: `${describeCallStatus(status).label}${outcome}`,
  };
}

async function describeDocument(document_id: string, summary: Message, change: string): Promise<Message> {
  const { title, error } = await v1(v1Routes.getDocument, { params: { document_id } });
  return { ...summary, title: `“${title}” ${change}`, body: error?.detail ?? '' };
}

async function describeRequest(request_id: string, summary: Message): Promise<Message | null> {
  const { data } = await app(appRoutes.listAgentRequestRecords, {});
  const request = data.find((candidate) => candidate.request_id === request_id);
  return request
    ? { ...summary, title: formatRequestName(request), body: agentRequestStatusLabels[request.status] }
    : null;
}

async function describeNotice(noticeId: string, summary: Message): Promise<Message | null> {
  const notice = await findUsageNotice(noticeId);
  return notice ? { ...summary, title: describeUsageNotice(notice.kind) } : null;
}

/** Changes that were decided meanwhile are left out. */
async function describeUndecidedChanges(ids: readonly string[], summary: Message): Promise<Message | null> {
  const { data } = await app(appRoutes.listOutboxItems, {});
  const undecided = data.filter((item) => ids.includes(item.item_id) && needsDecision(item));
  const [first] = undecided;
  if (!first) return null;
  return undecided.length === 1
    ? { ...summary, title: `${formatOutboxTitle(first)} needs you`, body: first.reason ?? '' }
    : { ...summary, title: `${formatCount(undecided.length, 'change')} need you` };
}

async function describeRefusedConnection(summary: Message): Promise<Message | null> {
  const { status } = await app(appRoutes.getSyncStatus, {});
  return status?.state === 'paused' ? { ...summary, body: status.reason ?? '' } : null;
}
