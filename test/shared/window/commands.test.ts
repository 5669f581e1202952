import { describe, expect, test } from 'vitest';
import { bindCommands, type CommandAction } from '../../../renderer/ui/commands/command.ts';
import { commandGroups, commands, getGoToCommandId, type CommandId } from '../../../shared/window/commands.ts';
import { views } from '../../../shared/window/views.ts';

const action: CommandAction = { disabledReason: null, run: () => {} };
const actions = Object.fromEntries(commands.map(({ id }) => [id, action])) as Record<CommandId, CommandAction>; // one per command

describe('commands', () => {
  test('have a unique id, a label and a known group', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const { label, group } of commands) {
      expect(label.trim()).not.toBe('');
      expect(commandGroups).toContain(group);
    }
    for (const group of commandGroups) expect(commands.map((command) => command.group)).toContain(group);
  });

  test('include a command that goes to each view', () => {
    for (const { id, label } of views) {
      const command = commands.find((one) => one.id === getGoToCommandId(id));
      expect(command?.label).toContain(label);
    }
  });

  for (const host of ['electron', 'browser'] as const) {
    test(`have unique keys in ${host}, none of which is the first key of a sequence`, () => {
      const keys = bindCommands(actions, host, false).flatMap((command) => command.keys ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) if (key.includes(' ')) expect(keys).not.toContain(key.split(' ')[0]);
    });
  }

  test('do not use shortcuts that a browser reserves', () => {
    const getKeys = (host: 'electron' | 'browser') =>
      Object.fromEntries(bindCommands(actions, host, false).map(({ id, keys }) => [id, keys]));
    expect(getKeys('electron')).toMatchObject({
      'place-call': 'mod+n',
      'increase-text-size': 'mod+plus',
      'open-palette': 'mod+k',
    });
    expect(getKeys('browser')).toMatchObject({
      'place-call': 'n',
      'increase-text-size': null,
      'open-palette': 'mod+k',
    });
  });
});
