export { ConnectionBanner } from './connection-banner.tsx';
export { LazySyncPanel } from './lazy-sync-panel.tsx';
export { SyncChip } from './sync-chip.tsx';
