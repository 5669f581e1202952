import * as z from 'zod';

const rectangle = { x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) };

const windowStateSchema = z.object({ ...rectangle, isMaximized: z.boolean() });

/** The bounds of the window in device-independent pixels. */
export type WindowState = z.infer<typeof windowStateSchema>;

type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The length of the window's top edge that must be on a screen, so that the user can drag it. */
const minVisibleEdgePx = 64;

/**
 * Returns the saved state if it is valid and the window would be reachable on the current screens, whose work areas are
 * `workAreas`. A window from a larger screen gets the size of the current ones.
 */
export function restoreWindowState(saved: unknown, workAreas: readonly Rectangle[]): WindowState | undefined {
  const parsed = windowStateSchema.safeParse(saved);
  if (!parsed.success) return undefined;
  const state = parsed.data;
  const isReachable = workAreas.some(
    (area) =>
      state.x + state.width >= area.x + minVisibleEdgePx &&
      state.x <= area.x + area.width - minVisibleEdgePx &&
      state.y >= area.y &&
      state.y <= area.y + area.height - minVisibleEdgePx,
  );
  return isReachable ? { ...state, ...fitIntoScreens(state, workAreas) } : undefined;
}

/** Makes a window as small as the screens are together, and moves it between their edges. Windows that fit stay as they are. */
function fitIntoScreens(window: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const fit = (position: 'x' | 'y', size: 'width' | 'height') => {
    const start = Math.min(...workAreas.map((area) => area[position]));
    const length = Math.max(...workAreas.map((area) => area[position] + area[size])) - start;
    return window[size] <= length ? [window[position], window[size]] : [start, length];
  };
  const [x = window.x, width = window.width] = fit('x', 'width');
  const [y = window.y, height = window.height] = fit('y', 'height');
  return { x, y, width, height };
}
