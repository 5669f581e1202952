import type { Feature } from '../../data/feature.ts';
import { setWindowLocked } from '../../data/session/lock-state.ts';

export const windowLockFeature = {
  name: 'window-lock',
  events: { 'window.locked': setWindowLocked },
} as const satisfies Feature;
