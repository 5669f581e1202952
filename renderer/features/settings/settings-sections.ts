import type { Workspace } from '../../../shared/workspaces/workspaces.ts';

/** The groups of the settings in their order, with what each contains. */
export const settingsSections = [
  { id: 'appearance', title: 'Appearance', content: 'Theme, text size and density' },
  { id: 'startup', title: 'Startup', content: 'What opens first' },
  { id: 'notifications', title: 'Desktop notifications', content: 'When calls end and documents are ready' },
  { id: 'language', title: 'Language', content: 'Numbers, dates and spelling' },
  { id: 'connection', title: 'Connection', content: 'Link to a remote service' },
  { id: 'search-model', title: 'Search model', content: 'How passages are found' },
  { id: 'language-model', title: 'Language model', content: 'Free conversation' },
  { id: 'voice', title: 'Voice', content: 'Speech server and transcription' },
  { id: 'calls', title: 'Calls', content: 'Recipient names and scorecard' },
  { id: 'workspaces', title: 'Workspaces', content: 'Rename, recover and remove' },
  { id: 'backups', title: 'Backups', content: 'Automatic backups and their folder' },
  { id: 'security', title: 'Security', content: 'Keychain and lock' },
  { id: 'data', title: 'Data', content: 'Data folder and storage' },
  { id: 'about', title: 'About', content: 'Version, license and diagnostics' },
] as const;

export type SettingsSection = (typeof settingsSections)[number];

/** Lists the groups that have settings for the open workspace; without one, the application's groups. */
export function listSettingsSections(kind: Workspace['kind'] | undefined): readonly SettingsSection[] {
  return settingsSections.filter(({ id }) => {
    if (id === 'connection') return kind === 'linked' || kind === 'local';
    if (id === 'search-model' || id === 'language-model' || id === 'voice')
      return kind !== undefined && kind !== 'linked';
    return id !== 'calls' || kind !== undefined;
  });
}
