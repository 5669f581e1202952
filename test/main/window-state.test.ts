import { describe, expect, it } from 'vitest';
import { restoreWindowState } from '../../electron/main/window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1920, height: 1080 };
const state = { x: 100, y: 50, width: 1240, height: 800, isMaximized: false };

describe('restoreWindowState', () => {
  it('returns a reachable state', () => {
    expect(restoreWindowState(state, [screen])).toEqual(state);
  });

  it('ignores a state on a disconnected screen', () => {
    const onSecond = { ...state, x: 2200 };
    expect(restoreWindowState(onSecond, [screen, second])).toEqual(onSecond);
    expect(restoreWindowState(onSecond, [screen])).toBeUndefined();
  });

  it.each([
    ['above the screen', { ...state, y: -30 }],
    ['below the screen', { ...state, y: 1060 }],
    ['too far to the right', { ...state, x: 1900 }],
    ['too far to the left', { ...state, x: -1220 }],
  ])('ignores a state %s', (_position, unreachable) => {
    expect(restoreWindowState(unreachable, [screen])).toBeUndefined();
  });

  it('makes a window from a larger screen as large as the current one', () => {
    const laptop = { x: 0, y: 25, width: 1280, height: 695 };
    const large = { ...state, width: 2400, height: 1300 };
    expect(restoreWindowState(large, [laptop])).toEqual({ ...large, ...laptop });
    expect(restoreWindowState({ ...large, width: 900 }, [laptop])).toEqual({ ...large, ...laptop, x: 100, width: 900 });
  });

  it('leaves a window across two screens as it is', () => {
    const wide = { ...state, width: 3000 };
    expect(restoreWindowState(wide, [screen, second])).toEqual(wide);
    expect(restoreWindowState(wide, [screen])).toEqual({ ...wide, x: 0, width: 1920 });
  });

  it.each([undefined, null, 'x', {}, { ...state, width: 0 }, { ...state, x: 1.5 }, { ...state, isMaximized: 'no' }])(
    'ignores the invalid state %j',
    (saved) => {
      expect(restoreWindowState(saved, [screen])).toBeUndefined();
    },
  );
});
