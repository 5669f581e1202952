import type { ComponentType } from 'react';
import type { Feature } from '../../data/feature.ts';
import { features } from '../features.ts';

/** Loads the palette and what it finds in the features. */
export async function loadPalette(): Promise<ComponentType<{ readonly isOpen: boolean }>> {
  const [{ Palette }, ...sources] = await Promise.all([
    import('./palette.tsx'),
    ...features.flatMap(({ loadPaletteSource }: Feature) => loadPaletteSource?.() ?? []),
  ]);
  return ({ isOpen }) => <Palette isOpen={isOpen} sources={sources} />;
}
