import { create } from 'zustand';

/** Whether another workspace, or another state of the open one, is being opened. */
export const useWorkspaceChange = create<{ readonly isRunning: boolean }>(() => ({ isRunning: false }));
