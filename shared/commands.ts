import { roleNames, roles, type Role } from './roles.ts';
import { views, type ViewId } from './views.ts';

/** How commands are put together wherever they are listed, in this order. */
export const commandGroups = ['Go to', 'Calls', 'Knowledge', 'Agents', 'Keys', 'View', 'Help'] as const;

export type CommandGroup = (typeof commandGroups)[number];

/**
 * What a command is called and which keys run it: `mod+shift+f` (`mod` is Command on a Mac and Control elsewhere), a
 * single character, which typing in a field keeps, or two characters one after the other, `g c`. Null for none.
 */
export type CommandDefinition<Id extends string = string> = {
  readonly id: Id;
  readonly label: string;
  readonly group: CommandGroup;
  readonly keys: string | null;
  /** In a browser, where that keeps `keys` for itself. */
  readonly browserKeys?: string | null;
};

const windowCommands = [
  { id: 'place-call', label: 'Place a call…', group: 'Calls', keys: 'mod+n', browserKeys: 'n' },
  { id: 'search-calls', label: 'Search what was said', group: 'Calls', keys: 'mod+shift+f' },
  { id: 'ask', label: 'Ask the knowledge base', group: 'Knowledge', keys: '/' },
  { id: 'add-documents', label: 'Add documents…', group: 'Knowledge', keys: 'mod+o' },
  { id: 'request-agent', label: 'Request an agent…', group: 'Agents', keys: null },
  { id: 'create-api-key', label: 'Make a key…', group: 'Keys', keys: null },
  { id: 'palette', label: 'Search or run…', group: 'View', keys: 'mod+k' },
  { id: 'sidebar', label: 'Fold or unfold the sidebar', group: 'View', keys: 'mod+b' },
  { id: 'theme', label: 'Switch between light and dark', group: 'View', keys: null },
  { id: 'increase-text-size', label: 'Larger text', group: 'View', keys: 'mod+plus', browserKeys: null },
  { id: 'decrease-text-size', label: 'Smaller text', group: 'View', keys: 'mod+-', browserKeys: null },
  { id: 'reset-text-size', label: 'Text of standard size', group: 'View', keys: 'mod+0', browserKeys: null },
  { id: 'new-workspace', label: 'New local workspace…', group: 'View', keys: null },
  { id: 'shortcuts', label: 'Keyboard shortcuts', group: 'Help', keys: '?' },
  { id: 'data-folder', label: 'Show the data folder', group: 'Help', keys: null },
] as const satisfies readonly CommandDefinition[];

export type GoToCommandId = `go-to-${ViewId}`;

/** Uses the open workspace as another role. */
export type RoleCommandId = `as-${Role}`;

export type CommandId = (typeof windowCommands)[number]['id'] | GoToCommandId | RoleCommandId;

export function getGoToCommandId(room: ViewId): GoToCommandId {
  return `go-to-${room}`;
}

export function getRoleCommandId(role: Role): RoleCommandId {
  return `as-${role}`;
}

/** Everything that the window can be told to do; shortcuts, palette, sheet, native menu and tooltips read it here. */
export const commands: readonly CommandDefinition<CommandId>[] = [
  ...views.map(
    ({ id, label, keys }) => ({ id: getGoToCommandId(id), label: `Go to ${label}`, group: 'Go to', keys }) as const,
  ),
  ...windowCommands,
  ...roles.map(
    (role) => ({ id: getRoleCommandId(role), label: `Use as ${roleNames[role]}`, group: 'View', keys: null }) as const,
  ),
];

export function findCommand(id: CommandId): CommandDefinition<CommandId> {
  const command = commands.find((candidate) => candidate.id === id);
  if (!command) throw new TypeError(`There is no command ${id}.`);
  return command;
}

const acceleratorParts: Readonly<Record<string, string>> = { mod: 'CmdOrCtrl', shift: 'Shift', plus: 'Plus' };

/** The keys as Electron writes them; null for keys that hold no `mod`, which a menu would take from every text field. */
export function toAccelerator(keys: string | null): string | null {
  if (!keys?.startsWith('mod+')) return null;
  return keys
    .split('+')
    .map((part) => acceleratorParts[part] ?? part.toUpperCase())
    .join('+');
}
