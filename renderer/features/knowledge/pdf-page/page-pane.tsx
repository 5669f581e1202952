import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { DocumentRecord } from '../../../../shared/knowledge/knowledge.ts';
import { formatError } from '../../../format/format-error.ts';
import { formatNumber } from '../../../format/format-number.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { isEventInside } from '../../../ui/focus/is-event-inside.ts';
import { useChunks } from '../chunks-query.ts';
import { PageDrawingError } from './open-pdf.ts';
import { PageCanvas } from './page-canvas.tsx';
import { PageNumberField } from './page-number-field.tsx';
import { usePassageBoxes } from './use-passage-boxes.ts';
import { usePdfPages } from './use-pdf-pages.ts';

const zoomLevels = [1, 1.5, 2, 3] as const;
const marginPx = 16;

type PagePaneProps = {
  readonly document: DocumentRecord;
  readonly page: number;
  /** The chunk that is marked if it is on the page. */
  readonly chunkId: string | undefined;
  /** Whether it covers the text, so that closing it shows the text. */
  readonly coversText: boolean;
  readonly onPageChange: (page: number) => void;
  readonly onClose: () => void;
};

/** A page of the original PDF, with the passage marked. Esc closes it; arrow keys turn the page. */
export function PagePane({ document, page, chunkId, coversText, onPageChange, onClose }: PagePaneProps) {
  const pane = useRef<HTMLElement>(null);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [drawnPage, setDrawnPage] = useState<number | null>(null);
  const [zoom, setZoom] = useState<number>(zoomLevels[0]);
  const [drawError, setDrawError] = useState<{ readonly page: number; readonly error: unknown } | null>(null);
  const { pdf, retry } = usePdfPages(document.document_id);
  const pageCount = pdf.state === 'ready' ? pdf.pages.pageCount : (document.pages ?? page);
  const shownPage = Math.min(page, pageCount);
  const { chunks, targetIndex } = useChunks(document, chunkId);
  const chunk = targetIndex === null ? undefined : chunks[targetIndex];
  const passage = chunk?.page === shownPage ? chunk.text : null;
  const located = usePassageBoxes(pdf.state === 'ready' ? pdf.pages : null, shownPage, passage);
  const availablePx = useInnerWidth(scroller) - 2 * marginPx;
  const firstTop = located?.boxes[0]?.top;

  useFocusWhileShown(pane);

  const error = pdf.state === 'failed' ? pdf.error : drawError?.page === shownPage ? drawError.error : null;
  const isDrawn = drawnPage === shownPage;
  const target = useMemo(() => ({ page: shownPage, top: firstTop ?? 0 }), [shownPage, firstTop]);
  useEffect(() => {
    // A third of the window above the passage shows where it is on the page.
    const top = scroller ? target.top * scroller.scrollHeight - scroller.clientHeight / 3 : 0;
    if (isDrawn) scroller?.scrollTo({ top, behavior: 'instant' });
  }, [scroller, target, isDrawn]);

  const turn = (step: -1 | 1) => {
    const next = shownPage + step;
    if (next >= 1 && next <= pageCount) onPageChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isEventInside(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    const needsArrows =
      event.target instanceof HTMLInputElement || (scroller !== null && scroller.scrollWidth > scroller.clientWidth);
    if (event.key !== 'Escape' && (step === null || needsArrows)) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === null) onClose();
    else turn(step);
  };
  const zoomIndex = zoomLevels.findIndex((level) => level === zoom);
  const label = `Page ${formatNumber(shownPage)} of “${document.title}”`;
  return (
    // Handles keys from all descendants.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={pane}
      aria-label="Original page"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="absolute inset-0 z-30 flex flex-col border-line bg-surface outline-none min-[1101px]:right-105 min-[1101px]:z-10"
    >
      <header className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-3">
        <IconButton
          label="Previous page"
          shortcut="←"
          disabledReason={shownPage === 1 ? 'This is the first page.' : null}
          icon={<ChevronLeft aria-hidden size={16} />}
          onClick={() => turn(-1)}
        />
        <PageNumberField page={shownPage} pageCount={pageCount} onPageChange={onPageChange} />
        <IconButton
          label="Next page"
          shortcut="→"
          disabledReason={shownPage === pageCount ? 'This is the last page.' : null}
          icon={<ChevronRight aria-hidden size={16} />}
          onClick={() => turn(1)}
        />
        <span className="min-w-0 flex-1 truncate px-2 text-small text-muted">{document.title}</span>
        <IconButton
          label="Zoom out"
          disabledReason={zoomIndex === 0 ? 'The page has the width of the view.' : null}
          icon={<ZoomOut aria-hidden size={16} />}
          onClick={() => setZoom(zoomLevels[zoomIndex - 1] ?? zoom)}
        />
        <IconButton
          label="Zoom in"
          disabledReason={zoomIndex === zoomLevels.length - 1 ? 'This is the largest size.' : null}
          icon={<ZoomIn aria-hidden size={16} />}
          onClick={() => setZoom(zoomLevels[zoomIndex + 1] ?? zoom)}
        />
        {coversText ? (
          <Button size="normal" shortcut="Esc" onClick={onClose}>
            Show text
          </Button>
        ) : (
          <IconButton label="Close page" shortcut="Esc" icon={<X aria-hidden size={16} />} onClick={onClose} />
        )}
      </header>
      {located && (
        <p role="status" className="shrink-0 border-b border-line bg-chrome px-4 py-1.5 text-small text-muted">
          {matchTexts[located.match]}
        </p>
      )}
      {error !== null ? (
        <ErrorState
          title="The page could not be shown"
          detail={error instanceof PageDrawingError ? error.message : formatError(error)}
          onRetry={() => {
            setDrawError(null);
            retry();
          }}
        />
      ) : (
        <div
          ref={setScroller}
          // Focusable, so that it can be scrolled with the keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="region"
          aria-label={label}
          className="min-h-0 flex-1 overflow-auto bg-well [scrollbar-gutter:stable] -outline-offset-2!"
        >
          {pdf.state === 'loading' && <TextSkeleton label="Loading the page" />}
          {pdf.state === 'ready' && availablePx > 0 && (
            <div className="flex min-w-fit justify-center p-4">
              <PageCanvas
                pages={pdf.pages}
                page={shownPage}
                label={label}
                widthPx={availablePx * zoom}
                boxes={located?.boxes ?? []}
                onDrawn={setDrawnPage}
                onError={(reason) => setDrawError({ page: shownPage, error: reason })}
              />
            </div>
          )}
        </div>
      )}
    </section>
  );
}

const matchTexts = {
  whole: 'The passage is marked on the page.',
  part: 'Only a part of the passage was found on the page, and is marked.',
  none: 'The passage was not found in the text of the page.',
} as const;

/** Focuses an element when it is shown, and the element that had the focus before when it is removed. */
function useFocusWhileShown(shown: RefObject<HTMLElement | null>): void {
  const opener = useRef<Element | null>(null);
  // Before the opener loses the focus, because what is covered cannot have it.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(() => {
    // A panel that opened together with the page has taken the focus.
    if (document.activeElement !== document.body) opener.current = document.activeElement;
    shown.current?.focus({ preventScroll: true });
    return () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [shown]);
}

/** Returns the width of an element without its scroll bar; 0 until it is known. */
function useInnerWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
