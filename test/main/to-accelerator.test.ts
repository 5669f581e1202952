import { expect, test } from 'vitest';
import { toAccelerator } from '../../electron/main/to-accelerator.ts';

test('formats shortcuts as Electron expects them', () => {
  expect(toAccelerator('mod+shift+f')).toBe('CmdOrCtrl+Shift+F');
  expect(toAccelerator('mod+,')).toBe('CmdOrCtrl+,');
  expect(toAccelerator('mod+plus')).toBe('CmdOrCtrl+Plus');
});

test('returns null for keys that a user types in a field', () => {
  for (const keys of ['/', '?', 'g c', null]) expect(toAccelerator(keys), String(keys)).toBeNull();
});
