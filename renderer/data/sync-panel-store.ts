import { create } from 'zustand';

type SyncPanelState = {
  readonly isOpen: boolean;
  /** How often the user asked for the panel. Each time, it gets the focus. */
  readonly openCount: number;
  /** Had the focus when the panel opened. */
  readonly opener: Element | null;
};

export const useSyncPanel = create<SyncPanelState>(() => ({ isOpen: false, openCount: 0, opener: null }));

/** Opens the panel, or focuses it if it is open. */
export function openSyncPanel(): void {
  useSyncPanel.setState(({ isOpen, openCount, opener }) => ({
    isOpen: true,
    openCount: openCount + 1,
    opener: isOpen ? opener : document.activeElement,
  }));
}

/** Closes the panel and gives back the focus. */
export function closeSyncPanel(): void {
  const { opener } = useSyncPanel.getState();
  useSyncPanel.setState({ isOpen: false, opener: null });
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else document.querySelector<HTMLElement>('#content')?.focus();
}

/** Closes the panel without a change of the focus, because its workspace is closed. */
export function resetSyncPanel(): void {
  useSyncPanel.setState({ isOpen: false, opener: null });
}
