import { agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { formatRequestName } from '../../features/agent-requests/format-request-name.ts';
import { findUsageNotice } from '../../features/billing/billing-query.ts';
import { describeUsageNotice } from '../../features/billing/describe-usage-notice.ts';
import { describeCallStatus, formatDisposition } from '../../features/calls/call-labels.ts';
import { nameRecipient } from '../../features/calls/format-recipient.ts';
import { formatCount } from '../../format/format-number.ts';
import { app, v1 } from '../../data/service-clients.ts';
import { formatOutboxTitle, needsDecision } from '../../features/outbox/describe-outbox-item.ts';

export type Message = {
  readonly title: string;
  readonly body: string;
  /** The part of the address after `#`. */
  readonly path: string;
};

export type NotificationKind =
  | 'call ended'
  | 'document active'
  | 'document failed'
  | 'request changed'
  | 'usage notice'
  | 'undecided change'
  | 'connection refused';

/** Summarizes an event, without the names of its subjects. */
export function summarize(kind: NotificationKind, ids: readonly string[]): Message {
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

/** Names the subject, with the data of the open workspace. Returns null if the message is no longer needed. */
export async function describe(
  kind: NotificationKind,
  ids: readonly string[],
  summary: Message,
): Promise<Message | null> {
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
  const { status, disposition } = details;
  const outcome = disposition === null ? '' : `: ${formatDisposition(disposition)}`;
  return {
    ...summary,
    title: `Call to ${nameRecipient(details)} ended`,
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
