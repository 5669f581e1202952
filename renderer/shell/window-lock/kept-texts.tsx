import { lazy, Suspense } from 'react';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { useKeptTexts } from './kept-page.ts';

const KeptTextsDialog = lazy(async () => ({
  default: (await retryWhenReachable(() => import('./kept-texts-dialog.tsx'))).KeptTextsDialog,
}));

/** Loads the dialog only if there is text to show. */
export function KeptTexts() {
  const hasTexts = useKeptTexts(({ texts }) => texts.length > 0);
  return <Suspense>{hasTexts && <KeptTextsDialog />}</Suspense>;
}
