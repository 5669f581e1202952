import { describe, expect, test } from 'vitest';
import { bindCommands } from '../../renderer/commands/bind-commands.ts';
import type { CommandAction } from '../../renderer/commands/command.ts';
import {
  commandGroups,
  commands,
  findCommand,
  getGoToCommandId,
  toAccelerator,
  type CommandId,
} from '../../shared/commands.ts';
import { views } from '../../shared/views.ts';

const deed: CommandAction = { disabledReason: null, run: () => {} };
const deeds = Object.fromEntries(commands.map(({ id }) => [id, deed])) as Record<CommandId, CommandAction>; // one for each

describe('the one list of commands', () => {
  test('has each id once, a label and a group that is shown', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    for (const { label, group } of commands) {
      expect(label.trim()).not.toBe('');
      expect(commandGroups).toContain(group);
    }
    for (const group of commandGroups) expect(commands.map((one) => one.group)).toContain(group);
  });

  test('goes to every room', () => {
    for (const { id, label } of views) expect(findCommand(getGoToCommandId(id)).label).toContain(label);
  });

  for (const host of ['electron', 'browser'] as const) {
    test(`gives no keys twice, ${host}, and no first key of two a meaning of its own`, () => {
      const keys = bindCommands(deeds, host).flatMap((command) => command.keys ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) if (key.includes(' ')) expect(keys).not.toContain(key.split(' ')[0]);
    });
  }

  test('leaves to a browser what is the browser’s', () => {
    const keysOf = (host: 'electron' | 'browser') =>
      Object.fromEntries(bindCommands(deeds, host).map(({ id, keys }) => [id, keys]));
    expect(keysOf('electron')).toMatchObject({
      'place-call': 'mod+n',
      'increase-text-size': 'mod+plus',
      palette: 'mod+k',
    });
    expect(keysOf('browser')).toMatchObject({ 'place-call': 'n', 'increase-text-size': null, palette: 'mod+k' });
  });

  test('is written for a native menu as Electron wants it', () => {
    expect(toAccelerator('mod+shift+f')).toBe('CmdOrCtrl+Shift+F');
    expect(toAccelerator('mod+,')).toBe('CmdOrCtrl+,');
    expect(toAccelerator('mod+plus')).toBe('CmdOrCtrl+Plus');
    for (const keys of ['/', '?', 'g c', null]) expect(toAccelerator(keys), String(keys)).toBeNull();
  });
});
