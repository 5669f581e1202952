import { CircleHelp } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { CommandGroup } from '../../../../shared/window/commands.ts';
import type { PaletteEntry } from '../../../../renderer/data/palette-entry.ts';
import { groupMatchingEntries, groupDefaultEntries } from '../../../../renderer/shell/palette/group-entries.ts';

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
  command('Search transcripts', 'Calls'),
];
const records = [entry('Document', 'Calls and how to end them'), entry('Agent', 'Renewals')];

const listLabels = (groups: ReturnType<typeof groupMatchingEntries>) =>
  groups.map(({ value, items }) => [value, ...items.map(({ label }) => label)]);

describe('without a query', () => {
  it('lists recent entries first, then the commands by group', () => {
    const recent = [
      entry('Document', 'Calls and how to end them'),
      commands[2] as PaletteEntry,
      entry('Call', '+1 415'),
    ];
    expect(listLabels(groupDefaultEntries(recent, commands, records))).toEqual([
      ['Recent', 'Calls and how to end them', 'Search transcripts', '+1 415'],
      ['Go to', 'Go to Calls'],
      ['Calls', 'Place a call…'],
    ]);
  });

  it('omits recent entries that no longer exist', () => {
    expect(listLabels(groupDefaultEntries([entry('Document', 'Deleted')], commands, records))[0]?.[0]).toBe('Go to');
  });
});

describe('with a query', () => {
  it('lists the kind with the best match first, calls last, and disabled entries below enabled ones', () => {
    const calls = [entry('Call', '+1 415 555 0132')];
    expect(listLabels(groupMatchingEntries('call', commands, records, [{ value: 'Calls', items: calls }]))).toEqual([
      ['Documents', 'Calls and how to end them'],
      ['Commands', 'Go to Calls', 'Search transcripts', 'Place a call…'],
      ['Calls', '+1 415 555 0132'],
    ]);
  });

  it('keeps the order of the other entries when calls arrive', () => {
    const before = listLabels(groupMatchingEntries('call', commands, records, []));
    const after = listLabels(
      groupMatchingEntries('call', commands, records, [{ value: 'Calls', items: [entry('Call', '+1 415 555 0132')] }]),
    );
    expect(after.slice(0, before.length)).toEqual(before);
  });
});
