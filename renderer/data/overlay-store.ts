import { create } from 'zustand';

/** The overlay that is open, or null. */
type Overlay =
  | 'palette'
  | 'shortcuts'
  | 'add-calls-by-id'
  | 'add-documents-by-id'
  | 'new-workspace'
  | 'connect-workspace'
  | 'back-up'
  | 'restore-backup'
  | 'diagnostics'
  | null;

export const useOverlay = create<{ readonly open: Overlay }>(() => ({ open: null }));

export function openOverlay(open: Exclude<Overlay, null>): void {
  useOverlay.setState({ open });
}

/** Opens the palette, or closes it if it is open and not already closing. */
export function togglePalette(): void {
  useOverlay.setState(({ open }) => ({ open: open === 'palette' ? null : 'palette' }));
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
