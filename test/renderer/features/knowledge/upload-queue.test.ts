import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createUploadQueue, type UploadQueueOptions } from '../../../../renderer/features/knowledge/upload-queue.ts';
import type { UploadItem } from '../../../../renderer/features/knowledge/upload-item.ts';
import { Problem } from '../../../../shared/contract/problems.ts';

type Sending = {
  readonly item: UploadItem;
  readonly signal: AbortSignal;
  readonly accept: (documentId: string) => void;
  readonly reject: (error: unknown) => void;
};

/** Creates a queue. The test completes each upload, and the hash of a file is its content. */
function openQueue(options: Partial<UploadQueueOptions> = {}) {
  const sent: Sending[] = [];
  let ids = 0;
  const queue = createUploadQueue({
    check: async (file) => ({ inspection: { verdict: 'accepted' }, sha256: await file.text() }),
    send: (item, signal) =>
      new Promise((accept, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sent.push({ item, signal, accept, reject });
      }),
    findDuplicate: async () => null,
    findSameName: async () => null,
    newId: () => `id-${(ids += 1)}`,
    ...options,
  });
  const stages = () => queue.store.getState().items.map(({ stage }) => stage.name);
  /** Resolves when the items have these stages. */
  const untilStages = (...expected: readonly UploadItem['stage']['name'][]) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isDeepStrictEqual(stages(), expected)) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = queue.store.subscribe(check);
      check();
    });
  return { queue, sent, stages, untilStages };
}

const file = (name: string, content = name) => new File([content], name);

describe('the upload queue', () => {
  it('checks each file, then uploads two at a time', async () => {
    const { queue, sent, untilStages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    await untilStages('uploading', 'uploading', 'queued');
    sent[0]?.accept('doc-a');
    await untilStages('uploaded', 'uploading', 'uploading');
  });

  it('keeps a rejected file with the reason', async () => {
    const rejected = { verdict: 'rejected', reason: 'The file is empty.' } as const;
    const { queue, sent, untilStages } = openQueue({ check: async () => ({ inspection: rejected, sha256: null }) });
    queue.add([file('a.pdf')]);
    await untilStages('rejected');
    expect(queue.store.getState().items[0]?.stage).toMatchObject({ reason: 'The file is empty.' });
    expect(sent).toEqual([]);
  });

  it('uploads a file that is already in the knowledge base only after confirmation', async () => {
    const { queue, sent, untilStages } = openQueue({
      findDuplicate: async (hash) => (hash === 'same' ? 'Price list' : null),
    });
    queue.add([file('a.pdf', 'same')]);
    await untilStages('needs_confirmation');
    expect(queue.store.getState().items[0]?.stage).toMatchObject({ reason: expect.stringContaining('Price list') });
    queue.addAnyway(queue.store.getState().items[0]?.id ?? '');
    await untilStages('uploading');
    expect(sent).toHaveLength(1);
  });

  it('requires confirmation for a second copy of a file in the queue', async () => {
    const { queue, untilStages } = openQueue();
    queue.add([file('a.pdf', 'same'), file('b.pdf', 'same')]);
    await untilStages('uploading', 'needs_confirmation');
  });

  it('retries with the same idempotency key if the outcome is unknown', async () => {
    const { queue, sent, untilStages } = openQueue();
    queue.add([file('a.pdf')]);
    await untilStages('uploading');
    sent[0]?.reject(new TypeError('Failed to fetch'));
    await untilStages('failed');
    queue.retry(queue.store.getState().items[0]?.id ?? '');
    await untilStages('uploading');
    expect(sent[1]?.item.idempotencyKey).toBe(sent[0]?.item.idempotencyKey);
  });

  it('retries with a new idempotency key after an error response, which would only be replayed', async () => {
    const { queue, sent, untilStages } = openQueue();
    queue.add([file('a.pdf')]);
    await untilStages('uploading');
    sent[0]?.reject(new Problem('storage_full', 'The disk is full.'));
    await untilStages('failed');
    expect(queue.store.getState().items[0]?.stage).toMatchObject({ reason: 'The disk is full.' });
    queue.retry(queue.store.getState().items[0]?.id ?? '');
    await untilStages('uploading');
    expect(sent[1]?.item.idempotencyKey).not.toBe(sent[0]?.item.idempotencyKey);
  });

  it('cancels an upload that is dismissed, and starts the next one', async () => {
    const { queue, sent, untilStages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    await untilStages('uploading', 'uploading', 'queued');
    queue.dismiss(sent[0]?.item.id ?? '');
    expect(sent[0]?.signal.aborted).toBe(true);
    await untilStages('uploading', 'uploading');
    expect(sent[2]?.item.title).toBe('c');
  });

  it('cancels all uploads when it is cleared', async () => {
    const { queue, sent, stages, untilStages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf')]);
    await untilStages('uploading', 'uploading');
    queue.clear();
    expect(stages()).toEqual([]);
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('uploads a file once if it is confirmed twice', async () => {
    const { queue, sent, stages, untilStages } = openQueue({ findDuplicate: async () => 'Price list' });
    queue.add([file('a.pdf')]);
    await untilStages('needs_confirmation');
    const id = queue.store.getState().items[0]?.id ?? '';
    queue.addAnyway(id);
    queue.addAnyway(id);
    expect(sent).toHaveLength(1);
    expect(stages()).toEqual(['uploading']);
  });

  it('waits for the documents before it decides whether a file is a duplicate', async () => {
    const documents = Promise.withResolvers<string | null>();
    const { queue, sent, untilStages } = openQueue({ findDuplicate: () => documents.promise });
    queue.add([file('a.pdf')]);
    documents.resolve('Price list');
    await untilStages('needs_confirmation');
    expect(sent).toEqual([]);
  });

  it('uploads a duplicate of before a reload, which has no file, and restores it once', async () => {
    const first = openQueue({ findDuplicate: async () => 'Price list' });
    first.queue.add([file('a.pdf', 'same')]);
    await first.untilStages('needs_confirmation');
    const [item] = first.queue.store.getState().items;
    const { queue, sent, untilStages } = openQueue();
    const restored = item ? [{ ...item, file: null }] : [];
    queue.restore(restored);
    queue.restore(restored);
    await untilStages('needs_confirmation');
    queue.addAnyway(item?.id ?? '');
    await untilStages('uploading');
    expect(sent[0]?.item).toMatchObject({ file: null, fileName: 'a.pdf', sizeBytes: 4, sha256: 'same' });
  });

  it('starts no uploads while it is paused', async () => {
    const { queue, sent, untilStages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    await untilStages('uploading', 'uploading', 'queued');
    queue.pause();
    sent[0]?.accept('doc-a');
    await untilStages('uploaded', 'uploading', 'queued');
    queue.resume();
    await untilStages('uploaded', 'uploading', 'uploading');
  });

  it('a file with the name of a document replaces it, or is added beside it, as the user decides', async () => {
    const existing = { documentId: 'doc_1', title: 'Prices' };
    const { queue, sent, untilStages } = openQueue({
      findSameName: async ({ title }) => (title === 'prices' ? existing : null),
    });
    queue.add([file('prices.txt', 'a'), file('prices.txt', 'b'), file('hours.txt')]);
    await untilStages('needs_confirmation', 'needs_confirmation', 'uploading');
    const [first, second] = queue.store.getState().items;
    expect(first?.stage).toMatchObject({ cause: 'same_name', existing });
    queue.replace(first?.id ?? '');
    queue.addAnyway(second?.id ?? '');
    sent[0]?.accept('doc_2');
    await untilStages('uploading', 'uploading', 'uploaded');
    expect(sent.slice(1).map(({ item }) => [item.title, item.replaces])).toEqual([
      ['Prices', existing],
      ['prices', undefined],
    ]);
  });

  it('a file that is chosen to replace a document is sent without a question about its name', async () => {
    const replaces = { documentId: 'doc_1', title: 'Prices' };
    const { queue, sent, untilStages } = openQueue({ findSameName: async () => replaces });
    queue.addReplacement(file('prices-2027.txt'), replaces);
    await untilStages('uploading');
    expect(sent[0]?.item).toMatchObject({ title: 'Prices', fileName: 'prices-2027.txt', replaces });
  });
});
