/**
 * The rooms of the window, in the order of the sidebar: its links, the commands that go there and the native menu are made
 * of them. A room at the foot stands apart, below the others. `keys` are pressed as `shared/commands.ts` says.
 */
export const rooms = [
  { id: 'overview', path: '/overview', label: 'Overview', keys: 'g o', isAtFoot: false },
  { id: 'calls', path: '/calls', label: 'Calls', keys: 'g c', isAtFoot: false },
  { id: 'knowledge', path: '/knowledge', label: 'Knowledge', keys: 'g k', isAtFoot: false },
  { id: 'agents', path: '/agents', label: 'Agents', keys: 'g a', isAtFoot: false },
  { id: 'billing', path: '/billing', label: 'Billing', keys: 'g b', isAtFoot: false },
  { id: 'team', path: '/team', label: 'Team', keys: 'g t', isAtFoot: false },
  { id: 'keys', path: '/keys', label: 'Keys', keys: 'g y', isAtFoot: false },
  { id: 'activity', path: '/activity', label: 'Activity', keys: 'g v', isAtFoot: false },
  { id: 'settings', path: '/settings', label: 'Settings', keys: 'mod+,', isAtFoot: true },
] as const;

export type Room = (typeof rooms)[number];

export type RoomId = Room['id'];
