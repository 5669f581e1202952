export { SettingsIssueBanner } from './settings-issue-banner.tsx';
