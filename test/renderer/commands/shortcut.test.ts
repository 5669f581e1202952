import { describe, expect, it } from 'vitest';
import { startSequence, clearSequence, getPendingKey } from '../../../renderer/commands/key-sequence.ts';
import { formatShortcut, isShortcut, splitSequence, toAriaKeys } from '../../../renderer/commands/shortcut.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a shortcut', () => {
  it('takes Cmd on macOS and Ctrl elsewhere', () => {
    expect(isShortcut(press('o', { metaKey: true }), 'mod+o', true)).toBe(true);
    expect(isShortcut(press('o', { ctrlKey: true }), 'mod+o', true)).toBe(false);
    expect(isShortcut(press('O', { ctrlKey: true }), 'mod+o', false)).toBe(true);
    expect(isShortcut(press('o', { metaKey: true }), 'mod+o', false)).toBe(false);
  });

  it('of a single character is that key alone', () => {
    expect(isShortcut(press('/'), '/', false)).toBe(true);
    expect(isShortcut(press('/', { ctrlKey: true }), '/', false)).toBe(false);
    expect(isShortcut(press('/', { altKey: true }), '/', false)).toBe(false);
  });

  it('tells Shift beside Cmd or Ctrl apart, and lets a character need it', () => {
    expect(isShortcut(press('F', { ctrlKey: true, shiftKey: true }), 'mod+shift+f', false)).toBe(true);
    expect(isShortcut(press('f', { ctrlKey: true }), 'mod+shift+f', false)).toBe(false);
    expect(isShortcut(press('F', { ctrlKey: true, shiftKey: true }), 'mod+f', false)).toBe(false);
    expect(isShortcut(press('/', { shiftKey: true }), '/', false)).toBe(true);
  });

  it('with a plus is that sign, however the keyboard writes it', () => {
    expect(isShortcut(press('=', { ctrlKey: true }), 'mod+plus', false)).toBe(true);
    expect(isShortcut(press('+', { ctrlKey: true, shiftKey: true }), 'mod+plus', false)).toBe(true);
    expect(isShortcut(press('-', { ctrlKey: true }), 'mod+plus', false)).toBe(false);
  });

  it('may be two keys, one after the other', () => {
    expect(splitSequence('g c')).toEqual(['g', 'c']);
    expect(splitSequence('mod+k')).toBeNull();
    startSequence('g', { timeStamp: 1_000 });
    expect(getPendingKey({ timeStamp: 1_500 })).toBe('g');
    expect(getPendingKey({ timeStamp: 9_000 }), 'nobody waits for ever').toBeNull();
    clearSequence();
    expect(getPendingKey({ timeStamp: 1_500 })).toBeNull();
  });

  it('is written as the platform writes it', () => {
    expect(formatShortcut('mod+,', true)).toBe('⌘,');
    expect(formatShortcut('mod+b', false)).toBe('Ctrl B');
    expect(formatShortcut('mod+shift+f', true)).toBe('⌘⇧F');
    expect(formatShortcut('mod+shift+f', false)).toBe('Ctrl Shift F');
    expect(formatShortcut('g c', false)).toBe('G then C');
    expect(formatShortcut('mod+plus', false)).toBe('Ctrl +');
    expect(toAriaKeys('mod+shift+f', false)).toBe('Control+Shift+F');
    expect(toAriaKeys('mod+k', true)).toBe('Meta+K');
  });
});
