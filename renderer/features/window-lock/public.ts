export { LockSettings } from './lock-settings.tsx';
export { windowLockQuery } from './window-lock-query.ts';
