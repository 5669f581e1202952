import { PendingReplies } from '../../../../shared/calls/pending-replies.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { v1 } from '../../../data/service-clients.ts';
import type { DrawnPage, LocatedPassage, PageReply, PageRequest, PageTask } from './page-worker.ts';

/** A page that takes longer is not shown. Its worker could go on for ever. */
const taskTimeoutMs = 20_000;

/** Its message is shown to users. */
export class PageDrawingError extends Error {
  override readonly name = 'PageDrawingError';
}

/** The pages of a PDF, which a worker draws. */
export type PdfPages = {
  readonly pageCount: number;
  readonly draw: (page: number, widthPixels: number) => Promise<DrawnPage>;
  readonly locate: (page: number, passage: string) => Promise<LocatedPassage>;
};

/** Loads the file of a document and opens it in a worker, which ends, with all its memory, when the signal is aborted. */
export async function openPdf(documentId: string, signal: AbortSignal): Promise<PdfPages> {
  const response = await v1(v1Routes.getDocumentFile, { params: { document_id: documentId }, signal });
  const bytes = await response.arrayBuffer();
  signal.throwIfAborted();
  const run = startWorker(signal);
  const { pageCount } = await run({ type: 'open', bytes }, [bytes]);
  return {
    pageCount,
    draw: (page, widthPixels) => run({ type: 'draw', page, widthPixels }),
    locate: (page, passage) => run({ type: 'locate', page, passage }),
  };
}

type ReplyOf<Type extends PageReply['type']> = Extract<PageReply, { readonly type: Type }>;

function startWorker(signal: AbortSignal) {
  const worker = new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module' });
  const pending = new PendingReplies<PageReply>();
  let stopReason: unknown = null;
  const stop = (reason: unknown) => {
    stopReason ??= reason;
    worker.terminate();
    pending.rejectAll(reason);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<PageReply>) => {
    if (data.type === 'failed')
      pending.reject(
        data.id,
        new PageDrawingError('This page cannot be drawn. Open the original file in a PDF reader.', {
          cause: data.reason,
        }),
      );
    else pending.resolve(data.id, data);
  });
  worker.addEventListener('error', () => stop(new PageDrawingError('Drawing this page failed.')));
  signal.addEventListener('abort', () => stop(signal.reason), { once: true });
  return async <Task extends PageTask>(task: Task, transfer: Transferable[] = []): Promise<ReplyOf<Task['type']>> => {
    if (stopReason !== null) throw stopReason;
    const { reply } = pending.add((id) => worker.postMessage({ id, task } satisfies PageRequest, transfer));
    const timer = setTimeout(
      () => stop(new PageDrawingError('Drawing this page takes too long. Open the original file in a PDF reader.')),
      taskTimeoutMs,
    );
    try {
      return (await reply) as ReplyOf<Task['type']>; // the worker replies to a task with its type
    } finally {
      clearTimeout(timer);
    }
  };
}
