import { spawnSync } from 'node:child_process';
import { Message, sessionBus, Variant, type MessageBus } from '@jellybrick/dbus-next';
import { hasPrograms, startSessionBus } from './session-bus.ts';

const watcher = 'org.kde.StatusNotifierWatcher';
const item = { path: '/StatusNotifierItem', interface: 'org.kde.StatusNotifierItem' };
const notifications = { path: '/org/freedesktop/Notifications', interface: 'org.freedesktop.Notifications' };

/** Whether the desktop below can be started: only Linux has one, with Debian's packages dbus-daemon and libnotify4. */
export const hasDesktopShell =
  process.platform === 'linux' &&
  hasPrograms('dbus-daemon') &&
  String(spawnSync('/sbin/ldconfig', ['-p']).stdout).includes('libnotify.so.4');

/** Starts what a Linux desktop offers to applications over D-Bus: the notification area and notifications. */
export async function startDesktopShell(dir: string) {
  const session = await startSessionBus(dir);
  const bus = sessionBus({ busAddress: session.address });
  const shown: { id: number; title: string; body: string }[] = [];
  /** The connection of the application whose icon is in the notification area. */
  let owner: string | undefined;
  bus.addMethodHandler((message) => {
    const answer = (signature: string, ...body: readonly unknown[]): true => {
      bus.send(Message.newMethodReturn(message, signature, [...body]));
      return true;
    };
    switch (message.member) {
      case 'RegisterStatusNotifierItem':
        owner = message.sender;
        return answer('');
      case 'Get': // whether an application can show an icon
        return answer('v', new Variant('b', true));
      case 'GetCapabilities':
        return answer('as', ['body', 'actions']);
      case 'GetServerInformation':
        return answer('ssss', 'desktop', 'test', '1', '1.2');
      case 'Notify': {
        const [, replaced, , title, body] = message.body as [string, number, string, string, string];
        const id = replaced || shown.length + 1; // an application may choose the ID
        shown.push({ id, title, body });
        return answer('u', id);
      }
      case 'CloseNotification':
        return answer('');
      default:
        return false;
    }
  });
  await bus.requestName(watcher, 0);
  await bus.requestName(notifications.interface, 0);
  const call = async (path: string, name: string, member: string, signature: string, ...body: readonly unknown[]) => {
    if (owner === undefined) throw new Error('No icon is in the notification area.');
    return callMethod(
      bus,
      new Message({ destination: owner, path, interface: name, member, signature, body: [...body] }),
    );
  };
  const readProperty = async (name: string) => {
    const [variant] = await call(item.path, 'org.freedesktop.DBus.Properties', 'Get', 'ss', item.interface, name);
    return (variant as Variant).value;
  };
  return {
    env: session.env,
    /** Every notification, in the order in which they were shown. */
    shown: shown as readonly { readonly id: number; readonly title: string; readonly body: string }[],
    clickNotification: (id: number) => {
      const { path, interface: name } = notifications;
      bus.send(Message.newSignal(path, name, 'ActionInvoked', 'us', [id, 'default']));
    },
    /** Returns the text of the icon, or null if there is none. */
    readTrayText: async (): Promise<string | null> => {
      const text = await readProperty('ToolTip').catch(() => null);
      return Array.isArray(text) ? String(text[2]) : null;
    },
    clickTray: () => call(item.path, item.interface, 'Activate', 'ii', 0, 0),
    clickTrayItem: async (label: string) => {
      const menu = String(await readProperty('Menu'));
      const [, layout] = await call(menu, 'com.canonical.dbusmenu', 'GetLayout', 'iias', 0, -1, []);
      const [, , items] = layout as [number, object, Variant<[id: number, properties: { label?: Variant }]>[]];
      const found = items.find(({ value: [, properties] }) => properties.label?.value === label);
      if (!found) throw new Error(`The icon has no menu item “${label}”.`);
      await call(menu, 'com.canonical.dbusmenu', 'Event', 'isvu', found.value[0], 'clicked', new Variant('s', ''), 0);
    },
    stop: async () => {
      bus.disconnect();
      await session.stop();
    },
  };
}

export type DesktopShell = Awaited<ReturnType<typeof startDesktopShell>>;

async function callMethod(bus: MessageBus, message: Message): Promise<readonly unknown[]> {
  return (await bus.call(message))?.body ?? [];
}
