export { LockSettings } from './lock-settings.tsx';
