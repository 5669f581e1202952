import { useEffect, useState } from 'react';
import { openPdf, type PdfPages } from './open-pdf.ts';

type PdfState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly pages: PdfPages }
  | { readonly state: 'failed'; readonly error: unknown };

/** Opens the PDF of a document while a component is shown. `retry` opens it again. */
export function usePdfPages(documentId: string) {
  const [request, setRequest] = useState({ documentId });
  const [pdf, setPdf] = useState<PdfState>({ state: 'loading' });
  useEffect(() => {
    const closing = new AbortController();
    openPdf(request.documentId, closing.signal).then(
      (pages) => setPdf({ state: 'ready', pages }),
      (error: unknown) => {
        if (!closing.signal.aborted) setPdf({ state: 'failed', error });
      },
    );
    return () => closing.abort();
  }, [request]);
  return {
    pdf,
    retry: () => {
      setPdf({ state: 'loading' });
      setRequest({ documentId });
    },
  };
}
