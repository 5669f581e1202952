import { expect, test, vi } from 'vitest';
import type { PaletteEntry } from '../../../../renderer/data/palette-entry.ts';
import type { Session } from '../../../../renderer/data/session/session-query.ts';
import { settingsPalette } from '../../../../renderer/features/settings/settings-palette.ts';
import { groupMatchingEntries } from '../../../../renderer/shell/palette/group-entries.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';

const navigate = vi.fn(async () => {});

function listEntries(kind: Workspace['kind']): readonly PaletteEntry[] {
  const session = { workspace: { kind } } as Session; // the palette reads nothing else
  return settingsPalette.createQuery?.({ session, navigate, editedAgentId: null }).select?.({}) ?? [];
}

const find = (query: string, commands: readonly string[] = []) => {
  const settings = listEntries('local');
  const entries = settings
    .slice(0, commands.length)
    .map((entry, index) => ({ ...entry, id: `command:${index}`, label: commands[index] ?? '', detail: null }));
  return groupMatchingEntries(query, [], [...entries, ...settings], []).flatMap(({ items }) => items);
};

test.each([
  ['scorecard', 'calls'],
  ['language model', 'language-model'],
  ['automatic backup', 'backups'],
  ['storage', 'data'],
])('the palette finds settings by what they contain: %s', async (query, section) => {
  find(query)[0]?.run();
  expect(navigate).toHaveBeenLastCalledWith({ to: '/settings', search: { section } });
});

test.each([
  ['calls', 'Go to Calls'],
  ['settings', 'Go to Settings'],
])('a view is found before settings of the same name: %s', (query, view) => {
  expect(find(query, [view])[0]?.label).toBe(view);
});

test('settings that the workspace does not have are not offered', () => {
  const labels = (kind: Workspace['kind']) => listEntries(kind).map(({ label }) => label);
  expect(labels('demo')).not.toContain('Open settings: Connection');
  expect(labels('linked')).toContain('Open settings: Connection');
  expect(labels('linked')).not.toContain('Open settings: Language model');
});
