import { expect, it } from 'vitest';
import { findShortcutAction } from '../../../../../renderer/features/calls/call/call-shortcuts.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  findShortcutAction({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

it('returns the action of each key', () => {
  expect(press(' ')).toEqual({ type: 'toggle-play' });
  expect(press('K'), 'with Caps Lock').toEqual({ type: 'toggle-play' });
  expect(press('K', { shiftKey: true })).toEqual({ type: 'step-call', direction: -1 });
  expect(press('J', { shiftKey: true })).toEqual({ type: 'step-call', direction: 1 });
  expect(press('j', { shiftKey: true }), 'with Caps Lock').toEqual({ type: 'step-call', direction: 1 });
  expect(press('j')).toEqual({ type: 'seek-by', seconds: -15 });
  expect(press('ArrowRight')).toEqual({ type: 'seek-by', seconds: 5 });
  expect(press('ArrowLeft', { shiftKey: true })).toEqual({ type: 'seek-by', seconds: -15 });
  expect(press('7')).toEqual({ type: 'seek-to', fraction: 0.7 });
  expect(press('>', { shiftKey: true })).toEqual({ type: 'step-rate', direction: 1 });
  expect(press('[')).toEqual({ type: 'step-turn', direction: -1 });
});

it('ignores other keys and combinations with Ctrl, Cmd or Alt', () => {
  expect([press('Enter'), press('x'), press('F5'), press('constructor')]).toEqual([null, null, null, null]);
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(press('l', { [held]: true })).toBeNull();
});
