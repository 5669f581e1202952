import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatError } from '../format/format-error.ts';
import type { FileCheck } from './check-file.ts';
import { getTitleFromFileName } from './get-title-from-file-name.ts';
import { isOutcomeKnown, type UploadItem, type UploadStage } from './upload-item.ts';

export type UploadQueueOptions = {
  readonly check: (file: File) => Promise<FileCheck>;
  /** Sends the file and gives the id of its document. */
  readonly send: (item: UploadItem, signal: AbortSignal) => Promise<string>;
  /** The title of a document with the same bytes that is already there, or null. */
  readonly findDuplicate: (sha256: string) => string | null;
  readonly newId: () => string;
};

export type UploadQueue = {
  readonly store: StoreApi<{ readonly items: readonly UploadItem[] }>;
  readonly add: (files: readonly File[]) => void;
  /** Adds a file that the checks were in doubt about. */
  readonly addAnyway: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Takes an item out of the queue; what is on its way is stopped. */
  readonly dismiss: (id: string) => void;
  readonly clear: () => void;
  /** Begins to send nothing more until it is released: the workspace that would get it is being changed. */
  readonly pause: () => void;
  readonly resume: () => void;
};

export const maxConcurrentUploads = 2;

/** Files on their way into the knowledge base: checked one after the other, sent two at a time. */
export function createUploadQueue({ check, send, findDuplicate, newId }: UploadQueueOptions): UploadQueue {
  const store: UploadQueue['store'] = createStore(() => ({ items: [] }));
  const running = new Map<string, AbortController>();
  let isChecking = false;
  let isHeld = false;

  const find = (id: string) => store.getState().items.find((item) => item.id === id);
  const firstIn = (stage: UploadStage['name']) => store.getState().items.find((item) => item.stage.name === stage);
  const change = (id: string, changes: Partial<UploadItem>) =>
    store.setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...changes } : item)) }));
  const advance = (id: string, stage: UploadStage) => {
    change(id, { stage });
    pump();
  };

  function pump() {
    const unchecked = firstIn('checking');
    if (unchecked && !isChecking) void checkNext(unchecked);
    if (isHeld) return;
    for (let next = firstIn('waiting'); next && running.size < maxConcurrentUploads; next = firstIn('waiting'))
      void sendNext(next);
  }

  async function checkNext(item: UploadItem) {
    isChecking = true;
    const { inspection, sha256 } = await check(item.file);
    isChecking = false;
    change(item.id, { sha256 });
    advance(item.id, stageAfterCheck(item.id, inspection, sha256));
  }

  function stageAfterCheck(id: string, finding: FileCheck['inspection'], sha256: string | null): UploadStage {
    if (finding.verdict === 'refused') return { name: 'refused', reason: finding.reason };
    const duplicate = sha256 && (findDuplicate(sha256) ?? findInQueue(id, sha256));
    if (duplicate) return { name: 'asking', reason: `The same file is already here as “${duplicate}”.` };
    return finding.verdict === 'doubtful' ? { name: 'asking', reason: finding.reason } : { name: 'waiting' };
  }

  function findInQueue(id: string, sha256: string): string | null {
    const twin = store
      .getState()
      .items.find(
        (item) => item.id !== id && item.sha256 === sha256 && ['waiting', 'uploading'].includes(item.stage.name),
      );
    return twin?.title ?? null;
  }

  async function sendNext(item: UploadItem) {
    const controller = new AbortController();
    running.set(item.id, controller);
    change(item.id, { stage: { name: 'uploading' } });
    try {
      const documentId = await send(item, controller.signal);
      running.delete(item.id);
      advance(item.id, { name: 'accepted', documentId });
    } catch (error) {
      running.delete(item.id);
      if (isOutcomeKnown(error)) change(item.id, { idempotencyKey: newId() });
      advance(item.id, { name: 'failed', reason: formatError(error) });
    }
  }

  return {
    store,
    add: (files) => {
      const added = files.map((file): UploadItem => {
        const stage = { name: 'checking' } as const;
        return {
          id: newId(),
          file,
          title: getTitleFromFileName(file.name),
          idempotencyKey: newId(),
          sha256: null,
          stage,
        };
      });
      store.setState(({ items }) => ({ items: [...items, ...added] }));
      pump();
    },
    addAnyway: (id) => {
      if (find(id)?.stage.name === 'asking') advance(id, { name: 'waiting' });
    },
    retry: (id) => {
      if (find(id)?.stage.name === 'failed') advance(id, { name: 'waiting' });
    },
    dismiss: (id) => {
      running.get(id)?.abort();
      store.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
      pump();
    },
    clear: () => {
      for (const controller of running.values()) controller.abort();
      store.setState({ items: [] });
    },
    pause: () => void (isHeld = true),
    resume: () => {
      isHeld = false;
      pump();
    },
  };
}
