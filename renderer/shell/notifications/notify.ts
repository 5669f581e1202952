import { isCallEnded } from '../../../shared/calls/call-status.ts';
import type { ServiceEvent } from '../../../shared/contract/events.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { bridge } from '../../data/bridge.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import type { NotificationKind } from './describe-notification.ts';
import { openInWorkspace } from '../../features/workspaces/notified-workspace-store.ts';

/** Events of this time are one notification: a program can place a hundred calls at once. */
const collectMs = 1_500;

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

function classify(event: ServiceEvent): readonly [kind: NotificationKind | null, id: string] {
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

/** Shows the notification. For a workspace that is not open, it names the workspace: the window has no data of its items. */
async function show(
  kind: NotificationKind,
  ids: readonly string[],
  workspace: NotifiedWorkspace | null,
): Promise<void> {
  const { describe, summarize } = await import('./describe-notification.ts'); // loads modules that the first view does not need
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
