import type { Settings } from '../../shared/settings.ts';

/** Whether the window is dark, by its own setting or by the system's. */
export function isDarkTheme(theme: Settings['theme']): boolean {
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
