import { roleNames, roles, type Role } from '../contract/roles.ts';
import { views, type ViewId } from './views.ts';

/** The groups that lists of commands show, in this order. */
export const commandGroups = [
  'Go to',
  'Calls',
  'Knowledge',
  'Agents',
  'API keys',
  'Workspace',
  'View',
  'Help',
] as const;

export type CommandGroup = (typeof commandGroups)[number];

/**
 * A command's label and shortcut. `keys` has one of three forms: with `mod`, as in `mod+shift+f` (`mod` is Command on a
 * Mac and Control elsewhere); a single character, which does not apply while the user types in a field; or a sequence of
 * two characters, as in `g c`. Null means that the command has no shortcut.
 */
export type CommandDefinition<Id extends string = string> = {
  readonly id: Id;
  readonly label: string;
  readonly group: CommandGroup;
  readonly keys: string | null;
  /** Replaces `keys` in the browser host, because browsers reserve some shortcuts. */
  readonly browserKeys?: string | null;
};

const windowCommands = [
  { id: 'place-call', label: 'Place a call…', group: 'Calls', keys: 'mod+n', browserKeys: 'n' },
  { id: 'search-calls', label: 'Search transcripts', group: 'Calls', keys: 'mod+shift+f' },
  { id: 'open-follow-ups', label: 'Open follow-ups', group: 'Calls', keys: 'g f' },
  { id: 'add-calls-by-id', label: 'Add calls by ID…', group: 'Calls', keys: null },
  { id: 'export-calls', label: 'Export calls as CSV', group: 'Calls', keys: null },
  { id: 'open-do-not-call-list', label: 'Open the do-not-call list', group: 'Calls', keys: null },
  { id: 'export-do-not-call-list', label: 'Export the do-not-call list', group: 'Calls', keys: null },
  { id: 'search-knowledge', label: 'Search the knowledge base', group: 'Knowledge', keys: '/' },
  { id: 'add-documents', label: 'Add documents…', group: 'Knowledge', keys: 'mod+o' },
  { id: 'add-documents-by-id', label: 'Add documents by ID…', group: 'Knowledge', keys: null },
  { id: 'request-agent', label: 'Request an agent…', group: 'Agents', keys: null },
  { id: 'publish-agent', label: 'Publish the draft of the agent…', group: 'Agents', keys: null },
  { id: 'try-agent-draft', label: 'Try the draft of the agent', group: 'Agents', keys: null },
  { id: 'show-agent-versions', label: 'Show the versions of the agent', group: 'Agents', keys: null },
  { id: 'discard-agent-draft', label: 'Discard the draft of the agent', group: 'Agents', keys: null },
  { id: 'create-api-key', label: 'Create API key…', group: 'API keys', keys: null },
  { id: 'new-workspace', label: 'New workspace…', group: 'Workspace', keys: null },
  { id: 'connect-workspace', label: 'Connect to a remote service…', group: 'Workspace', keys: null },
  { id: 'accept-invitation', label: 'Accept an invitation…', group: 'Workspace', keys: null },
  { id: 'back-up-workspace', label: 'Back up workspace…', group: 'Workspace', keys: null },
  { id: 'restore-backup', label: 'Restore from a backup…', group: 'Workspace', keys: null },
  { id: 'export-invoices', label: 'Export invoices as CSV', group: 'Workspace', keys: null },
  { id: 'export-activity', label: 'Export activity as CSV', group: 'Workspace', keys: null },
  { id: 'choose-member', label: 'Change who uses this window…', group: 'Workspace', keys: null },
  { id: 'invite-member', label: 'Invite a member…', group: 'Workspace', keys: null },
  { id: 'show-sync-status', label: 'Show sync status', group: 'Workspace', keys: 'mod+shift+s' },
  { id: 'sync-now', label: 'Sync now', group: 'Workspace', keys: null },
  { id: 'lock-window', label: 'Lock Switchboard', group: 'Workspace', keys: 'mod+shift+l' },
  { id: 'open-palette', label: 'Search or run a command…', group: 'View', keys: 'mod+k' },
  { id: 'toggle-sidebar', label: 'Toggle sidebar', group: 'View', keys: 'mod+b' },
  { id: 'toggle-theme', label: 'Toggle light and dark theme', group: 'View', keys: null },
  { id: 'increase-text-size', label: 'Increase text size', group: 'View', keys: 'mod+plus', browserKeys: null },
  { id: 'decrease-text-size', label: 'Decrease text size', group: 'View', keys: 'mod+-', browserKeys: null },
  { id: 'reset-text-size', label: 'Reset text size', group: 'View', keys: 'mod+0', browserKeys: null },
  { id: 'show-shortcuts', label: 'Keyboard shortcuts', group: 'Help', keys: '?' },
  { id: 'show-diagnostics', label: 'Show diagnostics…', group: 'Help', keys: null },
  { id: 'show-data-folder', label: 'Show data folder', group: 'Help', keys: null },
] as const satisfies readonly CommandDefinition[];

export type GoToCommandId = `go-to-${ViewId}`;

/** Switches the role that the window uses in the open workspace. */
export type RoleCommandId = `view-as-${Role}`;

export type CommandId = (typeof windowCommands)[number]['id'] | GoToCommandId | RoleCommandId;

export function getGoToCommandId(view: ViewId): GoToCommandId {
  return `go-to-${view}`;
}

export function getRoleCommandId(role: Role): RoleCommandId {
  return `view-as-${role}`;
}

/** All commands of the window. Shortcuts, palette, shortcut list, native menu and tooltips are derived from this list. */
export const commands: readonly CommandDefinition<CommandId>[] = [
  ...views.map(
    ({ id, label, keys }) => ({ id: getGoToCommandId(id), label: `Go to ${label}`, group: 'Go to', keys }) as const,
  ),
  ...windowCommands,
  ...roles.map(
    (role) => ({ id: getRoleCommandId(role), label: `View as ${roleNames[role]}`, group: 'View', keys: null }) as const,
  ),
];
