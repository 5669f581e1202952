import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '../../../ui/page/class-names.ts';
import type { PageBox } from './highlight-boxes.ts';
import type { PdfPages } from './open-pdf.ts';

/** Pages that the user turns over faster, and widths while a window is resized, are not drawn. */
const drawDelayMs = 60;

type PageCanvasProps = {
  readonly pages: PdfPages;
  readonly page: number;
  readonly label: string;
  readonly widthPx: number;
  /** Marked on the page. */
  readonly boxes: readonly PageBox[];
  /** Called with the number of a page once it is drawn. */
  readonly onDrawn: (page: number) => void;
  readonly onError: (error: unknown) => void;
};

/** A page of a PDF as a picture. The previous page stays, paler, until it is drawn. */
export function PageCanvas({ pages, page, label, widthPx, boxes, onDrawn, onError }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<{ readonly page: number; readonly aspectRatio: number } | null>(null);
  const reportDrawn = useEffectEvent(onDrawn);
  const reportError = useEffectEvent(onError);
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const { bitmap, aspectRatio } = await pages.draw(page, Math.round(widthPx * devicePixelRatio));
      if (!isCurrent) return bitmap.close();
      canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
      setDrawn({ page, aspectRatio });
      reportDrawn(page);
    };
    const timer = setTimeout(() => void draw().catch((error: unknown) => isCurrent && reportError(error)), drawDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [pages, page, widthPx]);
  const isDrawn = drawn?.page === page;
  return (
    <div
      // A page is white in both themes, and so are the colors of what is marked on it.
      className="relative shrink-0 bg-white scheme-light shadow-float"
      style={{ width: widthPx, aspectRatio: drawn?.aspectRatio ?? 1 / Math.SQRT2 }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        aria-busy={!isDrawn}
        className={classNames('block size-full', !isDrawn && 'opacity-40')}
      />
      {isDrawn &&
        boxes.map(({ left, top, width, height }, index) => (
          <span
            key={index}
            aria-hidden="true"
            data-highlight
            className="absolute rounded-mark bg-mark outline-1 outline-accent mix-blend-multiply"
            style={{ left: toPercent(left), top: toPercent(top), width: toPercent(width), height: toPercent(height) }}
          />
        ))}
    </div>
  );
}

const toPercent = (fraction: number) => `${fraction * 100}%`;
