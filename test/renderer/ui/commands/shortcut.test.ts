import { describe, expect, it } from 'vitest';
import { startSequence, clearSequence, getPendingKey } from '../../../../renderer/ui/commands/key-sequence.ts';
import { formatShortcut, isShortcut, splitSequence, toAriaKeys } from '../../../../renderer/ui/commands/shortcut.ts';

const press = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('a shortcut', () => {
  it('uses Cmd on macOS and Ctrl elsewhere', () => {
    expect(isShortcut(press('o', { metaKey: true }), 'mod+o', true)).toBe(true);
    expect(isShortcut(press('o', { ctrlKey: true }), 'mod+o', true)).toBe(false);
    expect(isShortcut(press('O', { ctrlKey: true }), 'mod+o', false)).toBe(true);
    expect(isShortcut(press('o', { metaKey: true }), 'mod+o', false)).toBe(false);
  });

  it('with a single character matches that key without modifiers', () => {
    expect(isShortcut(press('/'), '/', false)).toBe(true);
    expect(isShortcut(press('/', { ctrlKey: true }), '/', false)).toBe(false);
    expect(isShortcut(press('/', { altKey: true }), '/', false)).toBe(false);
  });

  it('distinguishes Shift combined with Cmd or Ctrl, and ignores Shift for single characters', () => {
    expect(isShortcut(press('F', { ctrlKey: true, shiftKey: true }), 'mod+shift+f', false)).toBe(true);
    expect(isShortcut(press('f', { ctrlKey: true }), 'mod+shift+f', false)).toBe(false);
    expect(isShortcut(press('F', { ctrlKey: true, shiftKey: true }), 'mod+f', false)).toBe(false);
    expect(isShortcut(press('/', { shiftKey: true }), '/', false)).toBe(true);
  });

  it('with plus matches that character on all keyboard layouts', () => {
    expect(isShortcut(press('=', { ctrlKey: true }), 'mod+plus', false)).toBe(true);
    expect(isShortcut(press('+', { ctrlKey: true, shiftKey: true }), 'mod+plus', false)).toBe(true);
    expect(isShortcut(press('-', { ctrlKey: true }), 'mod+plus', false)).toBe(false);
  });

  it('can be a sequence of two keys that expires', () => {
    expect(splitSequence('g c')).toEqual(['g', 'c']);
    expect(splitSequence('mod+k')).toBeNull();
    startSequence('g', { timeStamp: 1_000 });
    expect(getPendingKey({ timeStamp: 1_500 })).toBe('g');
    expect(getPendingKey({ timeStamp: 9_000 }), 'the sequence has expired').toBeNull();
    clearSequence();
    expect(getPendingKey({ timeStamp: 1_500 })).toBeNull();
  });

  it('is formatted for the platform', () => {
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
