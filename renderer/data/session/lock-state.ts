import { create } from 'zustand';

/** Whether the service refuses the requests of this window until it is unlocked. The page is then replaced. */
export const useWindowLocked = create<{ readonly isLocked: boolean }>(() => ({ isLocked: false }));

export function setWindowLocked(): void {
  useWindowLocked.setState({ isLocked: true });
}
