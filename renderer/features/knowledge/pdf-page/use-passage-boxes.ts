import { useEffect, useState } from 'react';
import type { PdfPages } from './open-pdf.ts';
import type { LocatedPassage } from './page-worker.ts';

type Search = { readonly pages: PdfPages; readonly page: number; readonly passage: string };

/** Finds a passage on a page. Returns null while it is searched, without a passage, and if the text of the page cannot be read. */
export function usePassageBoxes(pages: PdfPages | null, page: number, passage: string | null): LocatedPassage | null {
  const [result, setResult] = useState<(Search & { readonly located: LocatedPassage }) | null>(null);
  useEffect(() => {
    if (!pages || passage === null) return;
    let isCurrent = true;
    pages.locate(page, passage).then(
      (located) => isCurrent && setResult({ pages, page, passage, located }),
      () => {}, // the drawing of the page reports the same error
    );
    return () => {
      isCurrent = false;
    };
  }, [pages, page, passage]);
  const isOfSearch = result?.pages === pages && result?.page === page && result.passage === passage;
  return isOfSearch ? result.located : null;
}
