import { Suspense, useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import type { CommandDialogs, Feature } from '../../data/feature.ts';
import { lazyComponent } from '../../data/lazy-component.ts';
import { closeOverlay, useOverlay } from '../../data/overlay-store.ts';
import { features } from '../features.ts';
import { keepTypedAhead } from '../palette/typed-ahead-store.ts';

const loadShortcutsDialog = async () => (await import('../commands/shortcuts-dialog.tsx')).ShortcutsDialog;

const Palette = lazyComponent(loadPalette);

const dialogs: CommandDialogs = Object.assign(
  {
    'show-shortcuts': lazyComponent(loadShortcutsDialog),
  },
  ...features.map((feature) => 'dialogs' in feature && feature.dialogs),
);

/** The palette and the dialogs that commands open. The code of those that the shell has is loaded while the window is idle. */
export function CommandOverlays() {
  const isPaletteOpen = useOverlay(({ open }) => open === 'open-palette');
  useEffect(() => {
    const preload = () => Promise.all([loadPalette(), loadShortcutsDialog()]);
    const idle = requestIdleCallback(() => void preload().catch(() => undefined)); // it is loaded when it is needed
    return () => cancelIdleCallback(idle);
  }, []);
  useLayoutEffect(() => (isPaletteOpen ? keepTypedAhead() : undefined), [isPaletteOpen]);
  // The palette stays mounted, so that it can fade out and restore the focus before the chosen command runs.
  const [hasOpenedPalette, setHasOpenedPalette] = useState(false);
  if (isPaletteOpen && !hasOpenedPalette) setHasOpenedPalette(true);
  return (
    <>
      <Suspense>{hasOpenedPalette && <Palette isOpen={isPaletteOpen} />}</Suspense>
      <CommandDialog />
    </>
  );
}

/** The dialog of the command that was chosen, until it is closed. */
export function CommandDialog() {
  const open = useOverlay((state) => state.open);
  return (
    <Suspense>
      {Object.entries(dialogs).map(([id, Opened]) => id === open && <Opened key={id} onClose={closeOverlay} />)}
    </Suspense>
  );
}

/** Loads the palette and what it finds in the features. */
async function loadPalette(): Promise<ComponentType<{ readonly isOpen: boolean }>> {
  const [palette, ...sources] = await Promise.all([
    import('../palette/palette.tsx'),
    ...features.flatMap(({ loadPaletteSource }: Feature) => loadPaletteSource?.() ?? []),
  ]);
  return ({ isOpen }) => <palette.Palette isOpen={isOpen} sources={sources} />;
}
