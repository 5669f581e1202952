import { expect, it } from 'vitest';
import { findShortcutAction } from '../../../../renderer/calls/call/call-shortcuts.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  findShortcutAction({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

it('reads the keys of the player', () => {
  expect(press(' ')).toEqual({ deed: 'toggle' });
  expect(press('K', { shiftKey: true })).toEqual({ deed: 'toggle' });
  expect(press('j')).toEqual({ deed: 'seek-by', seconds: -15 });
  expect(press('ArrowRight')).toEqual({ deed: 'seek-by', seconds: 5 });
  expect(press('ArrowLeft', { shiftKey: true })).toEqual({ deed: 'seek-by', seconds: -15 });
  expect(press('7')).toEqual({ deed: 'seek-to', share: 0.7 });
  expect(press('>', { shiftKey: true })).toEqual({ deed: 'rate', direction: 1 });
  expect(press('[')).toEqual({ deed: 'turn', direction: -1 });
});

it('leaves every other key, and what is held with Ctrl, Cmd or Alt, to others', () => {
  expect([press('Enter'), press('x'), press('F5'), press('constructor')]).toEqual([null, null, null, null]);
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(press('l', { [held]: true })).toBeNull();
});
