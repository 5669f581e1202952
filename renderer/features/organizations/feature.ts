import { Users } from 'lucide-react';
import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { organizationsRoutes } from './routes.ts';

export const organizationsFeature = {
  name: 'organizations',
  routes: organizationsRoutes,
  viewIcons: { team: Users },
  events: { 'organization.changed': () => void invalidate(['members']) },
  loadPaletteSource: async () => (await import('./member-palette.ts')).memberPalette,
} as const satisfies Feature;
