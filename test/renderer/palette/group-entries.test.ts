import { CircleHelp } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { CommandGroup } from '../../../shared/commands.ts';
import type { PaletteEntry } from '../../../renderer/palette/palette-entry.ts';
import { groupMatchingEntries, groupDefaultEntries } from '../../../renderer/palette/group-entries.ts';

const entry = (kind: string, label: string, disabledReason: string | null = null): PaletteEntry => ({
  id: `${kind}:${label}`,
  label,
  detail: null,
  kind,
  icon: CircleHelp,
  disabledReason,
  run: () => {},
});
const command = (label: string, group: CommandGroup, disabledReason: string | null = null) => ({
  ...entry('Command', label, disabledReason),
  group,
});

const commands = [
  command('Go to Calls', 'Go to'),
  command('Place a call…', 'Calls', 'Needs another role.'),
  command('Search what was said', 'Calls'),
];
const records = [entry('Document', 'Calls and how to end them'), entry('Agent', 'Renewals')];

const told = (groups: ReturnType<typeof groupMatchingEntries>) =>
  groups.map(({ value, items }) => [value, ...items.map(({ label }) => label)]);

describe('before anything is typed', () => {
  it('every command stands in its group, and what was chosen last above all', () => {
    const recent = [
      entry('Document', 'Calls and how to end them'),
      commands[2] as PaletteEntry,
      entry('Call', '+1 415'),
    ];
    expect(told(groupDefaultEntries(recent, commands, records))).toEqual([
      ['Recent', 'Calls and how to end them', 'Search what was said', '+1 415'],
      ['Go to', 'Go to Calls'],
      ['Calls', 'Place a call…'],
    ]);
  });

  it('what is gone meanwhile is not offered', () => {
    expect(told(groupDefaultEntries([entry('Document', 'Deleted')], commands, records))[0]?.[0]).toBe('Go to');
  });
});

describe('what is typed', () => {
  it('puts the kind with the best match first, calls last, and what cannot be done now below what can', () => {
    const calls = [entry('Call', '+1 415 555 0132')];
    expect(told(groupMatchingEntries('call', commands, records, calls))).toEqual([
      ['Documents', 'Calls and how to end them'],
      ['Commands', 'Go to Calls', 'Search what was said', 'Place a call…'],
      ['Calls', '+1 415 555 0132'],
    ]);
  });

  it('leaves everything in its place when calls arrive', () => {
    const before = told(groupMatchingEntries('call', commands, records, []));
    const after = told(groupMatchingEntries('call', commands, records, [entry('Call', '+1 415 555 0132')]));
    expect(after.slice(0, before.length)).toEqual(before);
  });
});
