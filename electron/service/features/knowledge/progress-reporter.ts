import type { IngestProgress } from '../../../../shared/knowledge/knowledge.ts';
import type { Context } from '../../platform/context.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { DocumentRow } from './document-queries.ts';
import type { IngestQueue } from './ingest-queue.ts';

const progressIntervalMs = 150;

type ProgressDependencies = {
  readonly getQueue: () => Pick<IngestQueue, 'setProgress'>;
  readonly events: EventPublisher;
  readonly context: Pick<Context, 'now'>;
};

/** Returns a function that stores all progress, but publishes it at most every `progressIntervalMs` per document. */
export function createProgressReporter({ getQueue, events, context }: ProgressDependencies) {
  const publishedAt = new WeakMap<DocumentRow, number>();
  return (document: DocumentRow, progress: IngestProgress): void => {
    const { id, document_id, org_id } = document;
    getQueue().setProgress(id, progress);
    const now = context.now();
    const elapsedMs = now - (publishedAt.get(document) ?? -Infinity);
    if (elapsedMs >= 0 && elapsedMs < progressIntervalMs) return;
    publishedAt.set(document, now);
    events.publish({ type: 'document.progress', document_id, progress }, org_id);
  };
}
