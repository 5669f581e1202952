import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';

export const organizationsFeature = {
  name: 'organizations',
  events: { 'organization.changed': () => void invalidate(['members']) },
  loadPaletteSource: async () => (await import('./member-palette.ts')).memberPalette,
} as const satisfies Feature;
