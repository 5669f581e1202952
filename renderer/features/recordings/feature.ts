import type { Feature } from '../../data/feature.ts';

export const recordingsFeature = {
  name: 'recordings',
  preload: () => import('./player/docked-player.tsx'),
} as const satisfies Feature;
