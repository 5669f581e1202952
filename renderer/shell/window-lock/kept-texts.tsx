import { Suspense } from 'react';
import { lazyComponent } from '../../data/lazy-component.ts';
import { useKeptTexts } from './kept-page.ts';

const KeptTextsDialog = lazyComponent(async () => (await import('./kept-texts-dialog.tsx')).KeptTextsDialog);

/** Loads the dialog only if there is text to show. */
export function KeptTexts() {
  const hasTexts = useKeptTexts(({ texts }) => texts.length > 0);
  return <Suspense>{hasTexts && <KeptTextsDialog />}</Suspense>;
}
