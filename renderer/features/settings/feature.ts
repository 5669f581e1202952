import { Settings } from 'lucide-react';
import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { settingsRoutes } from './routes.ts';

export const settingsFeature = {
  name: 'settings',
  routes: settingsRoutes,
  viewIcons: { settings: Settings },
  loadPaletteSource: async () => (await import('./settings-palette.ts')).settingsPalette,
  dialogs: {
    'show-diagnostics': lazyComponent(async () => (await import('./diagnostics-dialog.tsx')).DiagnosticsDialog),
  },
  events: { 'settings.changed': () => void invalidate(settingsQuery.queryKey) },
} as const satisfies Feature;
