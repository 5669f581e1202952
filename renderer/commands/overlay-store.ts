import { create } from 'zustand';

/** What of the commands stands over the window now. */
type Overlay = 'palette' | 'shortcuts' | 'new-workspace' | null;

export const useOverlay = create<{ readonly open: Overlay }>(() => ({ open: null }));

export function openOverlay(open: Exclude<Overlay, null>): void {
  useOverlay.setState({ open });
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
