import type { NotifiedEvent, ServiceEvent } from '../../../shared/contract/events.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { bridge } from '../../data/bridge.ts';
import type { Feature, NotificationSource, NotifiedItems } from '../../data/feature.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { openInWorkspace } from '../../features/workspaces/public.ts';
import { features, type KeyOfPart } from '../features.ts';

/** Events of this time are one notification: a program can place a hundred calls at once. */
const collectMs = 1_500;

type NotifiedWorkspace = Pick<Workspace, 'workspace_id' | 'name'>;

/** Classifies only events of the type under which it is listed. */
type AnySource = NotificationSource<never>;

const sources: Readonly<Record<NotifiedEvent['type'], AnySource>> = Object.assign(
  {},
  ...features.map((feature: Feature) => feature.notifications),
) as Record<KeyOfPart<'notifications'>, AnySource>; // assign loses the keys

export function isNotified(event: ServiceEvent): event is NotifiedEvent {
  return event.type in sources;
}

/** Loads the code that describes notifications. */
export async function preloadNotifications(): Promise<void> {
  await Promise.all(Object.values(sources).map(({ loadTexts }) => loadTexts()));
}

/** Shows a notification of the system for an event that the user waits for, unless the window has the focus. */
export const notify = createNotifier();

function createNotifier() {
  /** The items of a kind in a workspace since its last notification, by ID. */
  const collected = new Map<string, Set<string>>();
  return (event: NotifiedEvent, workspace: NotifiedWorkspace | null = getOpenWorkspace()): void => {
    const source = sources[event.type];
    const change = source.classify(event as never); // listed under its type
    if (change === null || !areNotificationsOn() || document.hasFocus()) return;
    const { kind, id } = change;
    const key = `${workspace?.workspace_id} ${kind}`;
    const ids = collected.get(key);
    if (ids) return void ids.add(id);
    const otherIds = new Set<string>();
    collected.set(key, otherIds);
    setTimeout(() => {
      collected.delete(key);
      otherIds.delete(id);
      void show(source, { kind, ids: [id, ...otherIds] }, workspace).catch(() => undefined); // the item may be gone
    }, collectMs);
  };
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
async function show(source: AnySource, items: NotifiedItems, workspace: NotifiedWorkspace | null): Promise<void> {
  const { describe, summarize } = await source.loadTexts();
  const summary = summarize(items);
  const message =
    workspace && !isOpen(workspace)
      ? { ...summary, title: workspace.name, body: summary.title }
      : await describe(items, summary);
  if (!message || document.hasFocus()) return;
  const tag = `${workspace?.workspace_id} ${items.kind} ${items.ids.at(-1)}`;
  const notification = new Notification(message.title, { body: message.body, tag });
  notification.addEventListener('click', () => {
    if (workspace && !isOpen(workspace)) openInWorkspace(workspace.workspace_id, message.path);
    else location.hash = message.path;
    void bridge.showWindow();
  });
}
