import type { DocumentKind } from '../../../../../shared/knowledge.ts';
import type { ParsedPage } from './parse-document.ts';
import type { ParseErrorCode } from './parse-error.ts';
import type { ParseLimits } from './parse-limits.ts';

/** What the parser's thread is started with. */
export type ParseTask = {
  readonly path: string;
  /** Of the document, as its passages are embedded with it. */
  readonly title: string | null;
  readonly kind: DocumentKind;
  readonly limits: ParseLimits;
  /** Pages that may be on their way before the first is confirmed. */
  readonly maxPendingPages: number;
};

/** To the thread: a page was taken, one more may follow. */
export type PageAck = { readonly type: 'taken' };

/** From the thread. */
export type ParseMessage =
  | { readonly type: 'page'; readonly page: ParsedPage; readonly pageCount: number | null }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly code: ParseErrorCode; readonly message: string; readonly reason: string };
