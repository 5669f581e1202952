import { describe, expect, it } from 'vitest';
import { restoreWindowState } from '../../electron/main/window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1920, height: 1080 };
const state = { x: 100, y: 50, width: 1240, height: 800, isMaximized: false };

describe('restoreWindowState', () => {
  it('gives back where the window was', () => {
    expect(restoreWindowState(state, [screen])).toEqual(state);
  });

  it('forgets a place on a screen that is gone', () => {
    const onSecond = { ...state, x: 2200 };
    expect(restoreWindowState(onSecond, [screen, second])).toEqual(onSecond);
    expect(restoreWindowState(onSecond, [screen])).toBeUndefined();
  });

  it.each([
    ['above the screen', { ...state, y: -30 }],
    ['below it', { ...state, y: 1060 }],
    ['with too little left to hold on the right', { ...state, x: 1900 }],
    ['with too little left to hold on the left', { ...state, x: -1220 }],
  ])('forgets a place %s', (_where, lost) => {
    expect(restoreWindowState(lost, [screen])).toBeUndefined();
  });

  it.each([undefined, null, 'x', {}, { ...state, width: 0 }, { ...state, x: 1.5 }, { ...state, isMaximized: 'no' }])(
    'takes %j for nothing remembered',
    (remembered) => {
      expect(restoreWindowState(remembered, [screen])).toBeUndefined();
    },
  );
});
