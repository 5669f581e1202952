import { describe, expect, it, vi } from 'vitest';
import { createUploadQueue, type UploadQueueOptions } from '../../../renderer/knowledge/upload-queue.ts';
import type { UploadItem } from '../../../renderer/knowledge/upload-item.ts';
import { Problem } from '../../../shared/problems.ts';

type Sending = {
  readonly item: UploadItem;
  readonly signal: AbortSignal;
  readonly accept: (documentId: string) => void;
  readonly reject: (error: unknown) => void;
};

/** A queue whose network is answered by hand; a file's hash is its content. */
function openQueue(ports: Partial<UploadQueueOptions> = {}) {
  const sent: Sending[] = [];
  let ids = 0;
  const queue = createUploadQueue({
    check: async (file) => ({ inspection: { verdict: 'fine' }, sha256: await file.text() }),
    send: (item, signal) =>
      new Promise((accept, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sent.push({ item, signal, accept, reject });
      }),
    findDuplicate: () => null,
    newId: () => `id-${(ids += 1)}`,
    ...ports,
  });
  const stages = () => queue.store.getState().items.map(({ stage }) => stage.name);
  return { queue, sent, stages };
}

const file = (name: string, content = name) => new File([content], name);

const untilStages = (stages: () => readonly string[], expected: readonly string[]) =>
  vi.waitFor(() => expect(stages()).toEqual(expected), { interval: 1 });

describe('the upload queue', () => {
  it('checks each file, then sends two at a time', async () => {
    const { queue, sent, stages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    await untilStages(stages, ['uploading', 'uploading', 'waiting']);
    sent[0]?.accept('doc-a');
    await untilStages(stages, ['accepted', 'uploading', 'uploading']);
  });

  it('keeps what the check refused, with the reason', async () => {
    const refused = { verdict: 'refused', reason: 'The file is empty.' } as const;
    const { queue, sent, stages } = openQueue({ check: async () => ({ inspection: refused, sha256: null }) });
    queue.add([file('a.pdf')]);
    await untilStages(stages, ['refused']);
    expect(queue.store.getState().items[0]?.stage).toMatchObject({ reason: 'The file is empty.' });
    expect(sent).toEqual([]);
  });

  it('asks about a file that is already there, and adds it when told to', async () => {
    const { queue, sent, stages } = openQueue({ findDuplicate: (hash) => (hash === 'same' ? 'Price list' : null) });
    queue.add([file('a.pdf', 'same')]);
    await untilStages(stages, ['asking']);
    expect(queue.store.getState().items[0]?.stage).toMatchObject({ reason: expect.stringContaining('Price list') });
    queue.addAnyway(queue.store.getState().items[0]?.id ?? '');
    await untilStages(stages, ['uploading']);
    expect(sent).toHaveLength(1);
  });

  it('asks about the same file twice in one drop', async () => {
    const { queue, stages } = openQueue();
    queue.add([file('a.pdf', 'same'), file('b.pdf', 'same')]);
    await untilStages(stages, ['uploading', 'asking']);
  });

  it('tries again with the same key where the outcome is unknown', async () => {
    const { queue, sent, stages } = openQueue();
    queue.add([file('a.pdf')]);
    await untilStages(stages, ['uploading']);
    sent[0]?.reject(new TypeError('Failed to fetch'));
    await untilStages(stages, ['failed']);
    queue.retry(queue.store.getState().items[0]?.id ?? '');
    await untilStages(stages, ['uploading']);
    expect(sent[1]?.item.idempotencyKey).toBe(sent[0]?.item.idempotencyKey);
  });

  it('tries again with a new key after an answer, which would only be replayed', async () => {
    const { queue, sent, stages } = openQueue();
    queue.add([file('a.pdf')]);
    await untilStages(stages, ['uploading']);
    sent[0]?.reject(new Problem('storage_full', 'The disk is full.'));
    await untilStages(stages, ['failed']);
    expect(queue.store.getState().items[0]?.stage).toMatchObject({ reason: 'The disk is full.' });
    queue.retry(queue.store.getState().items[0]?.id ?? '');
    await untilStages(stages, ['uploading']);
    expect(sent[1]?.item.idempotencyKey).not.toBe(sent[0]?.item.idempotencyKey);
  });

  it('stops an upload that is cancelled, and goes on with the next', async () => {
    const { queue, sent, stages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    await untilStages(stages, ['uploading', 'uploading', 'waiting']);
    queue.dismiss(sent[0]?.item.id ?? '');
    expect(sent[0]?.signal.aborted).toBe(true);
    await untilStages(stages, ['uploading', 'uploading']);
    expect(sent[2]?.item.title).toBe('c');
  });

  it('forgets everything when the workspace changes', async () => {
    const { queue, sent, stages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf')]);
    await untilStages(stages, ['uploading', 'uploading']);
    queue.clear();
    expect(stages()).toEqual([]);
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
  });

  it('sends a file once, however often it is told to add it anyway', async () => {
    const { queue, sent, stages } = openQueue({ findDuplicate: () => 'Price list' });
    queue.add([file('a.pdf')]);
    await untilStages(stages, ['asking']);
    const id = queue.store.getState().items[0]?.id ?? '';
    queue.addAnyway(id);
    queue.addAnyway(id);
    expect(sent).toHaveLength(1);
    expect(stages()).toEqual(['uploading']);
  });

  it('begins to send nothing while it is held, and goes on afterwards', async () => {
    const { queue, sent, stages } = openQueue();
    queue.add([file('a.pdf'), file('b.pdf'), file('c.pdf')]);
    await untilStages(stages, ['uploading', 'uploading', 'waiting']);
    queue.pause();
    sent[0]?.accept('doc-a');
    await untilStages(stages, ['accepted', 'uploading', 'waiting']);
    queue.resume();
    await untilStages(stages, ['accepted', 'uploading', 'uploading']);
  });
});
