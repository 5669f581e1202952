import { describe, expect, it } from 'vitest';
import { formatShortcut, isShortcut } from '../../../renderer/commands/shortcut.ts';

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

  it('is written as the platform writes it', () => {
    expect(formatShortcut('mod+,', true)).toBe('⌘,');
    expect(formatShortcut('mod+b', false)).toBe('Ctrl B');
    expect(formatShortcut('mod+shift+f', true)).toBe('⌘⇧F');
    expect(formatShortcut('mod+shift+f', false)).toBe('Ctrl Shift F');
  });
});
