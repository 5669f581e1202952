// The dialogs that can be opened with and without a workspace. Their code is loaded when they are opened.
import { lazy } from 'react';
import { retryWhenReachable } from '../data/retry-when-reachable.ts';

export const ConnectDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../features/connection/connect-dialog.tsx'))).ConnectDialog,
}));

export const RestoreDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../features/backups/restore-dialog.tsx'))).RestoreDialog,
}));

export const DiagnosticsDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('../features/settings/diagnostics-dialog.tsx'))).DiagnosticsDialog,
}));
