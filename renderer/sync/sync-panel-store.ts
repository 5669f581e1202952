import { create } from 'zustand';

type SyncPanelState = {
  readonly isOpen: boolean;
  /** Had the focus when the panel opened. */
  readonly opener: Element | null;
};

export const useSyncPanel = create<SyncPanelState>(() => ({ isOpen: false, opener: null }));

export function openSyncPanel(): void {
  if (!useSyncPanel.getState().isOpen) useSyncPanel.setState({ isOpen: true, opener: document.activeElement });
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
