import { create } from 'zustand';

/** What of the commands stands over the window now. */
type Overlay = 'palette' | 'shortcuts' | 'new-workspace' | null;

export const useOverlay = create<{ readonly open: Overlay }>(() => ({ open: null }));

export function openOverlay(open: Exclude<Overlay, null>): void {
  useOverlay.setState({ open });
}

/** Opens the palette, or closes it where it is open and not just leaving. */
export function togglePalette(): void {
  useOverlay.setState(({ open }) => ({ open: open === 'palette' ? null : 'palette' }));
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
