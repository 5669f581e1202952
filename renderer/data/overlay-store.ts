import { create } from 'zustand';
import type { CommandId } from '../../shared/window/commands.ts';

/** The command whose dialog is open, or null. The palette counts as a dialog. */
export const useOverlay = create<{ readonly open: CommandId | null }>(() => ({ open: null }));

export function openOverlay(open: CommandId): void {
  useOverlay.setState({ open });
}

/** Opens the palette, or closes it if it is open and not already closing. */
export function togglePalette(): void {
  useOverlay.setState(({ open }) => ({ open: open === 'open-palette' ? null : 'open-palette' }));
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
