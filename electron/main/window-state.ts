import * as z from 'zod';

const rectangle = { x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) };

const windowStateSchema = z.object({ ...rectangle, isMaximized: z.boolean() });

/** Where the window was, in device-independent pixels of the whole desktop. */
export type WindowState = z.infer<typeof windowStateSchema>;

type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** How much of the window's upper edge must lie on a screen, so that a hand can still take hold of it. */
const minVisibleEdgePx = 64;

/**
 * The remembered state, if it is one and a person could still reach the window there: screens come and go.
 * `workAreas` are those of the screens that are there now.
 */
export function restoreWindowState(remembered: unknown, workAreas: readonly Rectangle[]): WindowState | undefined {
  const parsed = windowStateSchema.safeParse(remembered);
  if (!parsed.success) return undefined;
  const state = parsed.data;
  const isReachable = workAreas.some(
    (area) =>
      state.x + state.width >= area.x + minVisibleEdgePx &&
      state.x <= area.x + area.width - minVisibleEdgePx &&
      state.y >= area.y &&
      state.y <= area.y + area.height - minVisibleEdgePx,
  );
  return isReachable ? state : undefined;
}
