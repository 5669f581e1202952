import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatError } from '../../format/format-error.ts';
import type { FileCheck } from './check-file.ts';
import { getTitleFromFileName } from './file-names.ts';
import { isOutcomeKnown, type ReplacedDocument, type UploadItem, type UploadStage } from './upload-item.ts';

export type UploadQueueOptions = {
  readonly check: (file: File) => Promise<FileCheck>;
  /** Uploads the file and returns the id of its document. */
  readonly send: (item: UploadItem, signal: AbortSignal) => Promise<string>;
  /** Returns the title of an existing document with the same content, or null. */
  readonly findDuplicate: (sha256: string) => Promise<string | null>;
  /** Returns a document with this title or file name that the file can replace, or null. */
  readonly findSameName: (item: UploadItem) => Promise<ReplacedDocument | null>;
  readonly newId: () => string;
};

export type UploadQueue = {
  readonly store: StoreApi<{ readonly items: readonly UploadItem[] }>;
  /** `question` is the question of recipients that the files should answer. */
  readonly add: (files: readonly File[], question?: string | null) => void;
  /** Adds a file that replaces a document. */
  readonly addReplacement: (file: File, replaces: ReplacedDocument) => void;
  /** Replaces the document that has the same title or file name. */
  readonly replace: (id: string) => void;
  /** Adds items that were in the queue before the window was reloaded. */
  readonly restore: (items: readonly UploadItem[]) => void;
  /** Uploads a file that needs confirmation. */
  readonly addAnyway: (id: string) => void;
  readonly retry: (id: string) => void;
  /** Removes an item from the queue and cancels its upload. */
  readonly dismiss: (id: string) => void;
  readonly clear: () => void;
  /** Starts no more uploads until `resume` is called, because the workspace is being changed. */
  readonly pause: () => void;
  readonly resume: () => void;
};

const maxConcurrentUploads = 2;

/** Creates a queue that checks one file at a time, and uploads up to two files at a time. */
export function createUploadQueue({
  check,
  send,
  findDuplicate,
  findSameName,
  newId,
}: UploadQueueOptions): UploadQueue {
  const store: UploadQueue['store'] = createStore(() => ({ items: [] }));
  const running = new Map<string, AbortController>();
  let isChecking = false;
  let isPaused = false;

  const find = (id: string) => store.getState().items.find((item) => item.id === id);
  const findInStage = (stage: UploadStage['name']) => store.getState().items.find((item) => item.stage.name === stage);
  const updateItem = (id: string, changes: Partial<UploadItem>) =>
    store.setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...changes } : item)) }));
  const setStage = (id: string, stage: UploadStage) => {
    updateItem(id, { stage });
    startNext();
  };

  function startNext() {
    const unchecked = findInStage('unchecked');
    if (unchecked?.file && !isChecking) void checkItem(unchecked, unchecked.file);
    if (isPaused) return;
    for (let next = findInStage('queued'); next && running.size < maxConcurrentUploads; next = findInStage('queued'))
      void sendItem(next);
  }

  async function checkItem(item: UploadItem, file: File) {
    const { id, replaces } = item;
    isChecking = true;
    const { inspection, sha256 } = await check(file);
    const existing = sha256 && (await findDuplicate(sha256));
    const duplicate = existing ?? (sha256 && findInQueue(id, sha256));
    const sameName = duplicate || replaces ? null : await findSameName(item);
    isChecking = false;
    updateItem(id, { sha256 });
    setStage(id, getStageAfterCheck(inspection, duplicate, sameName));
  }

  function findInQueue(id: string, sha256: string): string | null {
    const duplicate = store
      .getState()
      .items.find(
        (item) => item.id !== id && item.sha256 === sha256 && ['queued', 'uploading'].includes(item.stage.name),
      );
    return duplicate?.title ?? null;
  }

  async function sendItem(item: UploadItem) {
    const controller = new AbortController();
    running.set(item.id, controller);
    updateItem(item.id, { stage: { name: 'uploading' } });
    try {
      const documentId = await send(item, controller.signal);
      running.delete(item.id);
      setStage(item.id, { name: 'uploaded', documentId });
    } catch (error) {
      running.delete(item.id);
      if (isOutcomeKnown(error)) updateItem(item.id, { idempotencyKey: newId() });
      setStage(item.id, { name: 'failed', reason: formatError(error) });
    }
  }

  return {
    store,
    add: (files, question) => {
      const added = files.map((file) => createItem(file, newId, question ? { question } : {}));
      store.setState(({ items }) => ({ items: [...items, ...added] }));
      startNext();
    },
    addReplacement: (file, replaces) => {
      const item = { ...createItem(file, newId, { replaces }), title: replaces.title };
      store.setState(({ items }) => ({ items: [...items, item] }));
      startNext();
    },
    replace: (id) => {
      const stage = find(id)?.stage;
      if (stage?.name !== 'needs_confirmation' || stage.cause !== 'same_name') return;
      updateItem(id, { replaces: stage.existing, title: stage.existing.title });
      setStage(id, { name: 'queued' });
    },
    restore: (restored) => {
      const added = restored.filter(({ id }) => !find(id));
      store.setState(({ items }) => ({ items: [...added, ...items] }));
    },
    addAnyway: (id) => {
      const stage = find(id)?.stage;
      if (stage?.name !== 'needs_confirmation') return;
      if (stage.cause === 'same_name') updateItem(id, { beside: stage.existing });
      setStage(id, { name: 'queued' });
    },
    retry: (id) => {
      if (find(id)?.stage.name === 'failed') setStage(id, { name: 'queued' });
    },
    dismiss: (id) => {
      running.get(id)?.abort();
      store.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
      startNext();
    },
    clear: () => {
      for (const controller of running.values()) controller.abort();
      store.setState({ items: [] });
    },
    pause: () => void (isPaused = true),
    resume: () => {
      isPaused = false;
      startNext();
    },
  };
}

function createItem(
  file: File,
  newId: () => string,
  parts: Pick<UploadItem, 'question'> | Pick<UploadItem, 'replaces'>,
): UploadItem {
  return {
    id: newId(),
    file,
    fileName: file.name,
    sizeBytes: file.size,
    title: getTitleFromFileName(file.name),
    idempotencyKey: newId(),
    sha256: null,
    stage: { name: 'unchecked' },
    ...parts,
  };
}

function getStageAfterCheck(
  inspection: FileCheck['inspection'],
  duplicate: string | null,
  sameName: ReplacedDocument | null,
): UploadStage {
  if (inspection.verdict === 'rejected') return { name: 'rejected', reason: inspection.reason };
  if (duplicate) {
    const reason = `This file has already been added as “${duplicate}”.`;
    return { name: 'needs_confirmation', cause: 'duplicate', reason };
  }
  if (sameName) {
    const warning = inspection.verdict === 'warning' ? ` ${inspection.reason}` : '';
    const reason = `“${sameName.title}” has the same name. Replace it with this file, or add the file as another document.${warning}`;
    return { name: 'needs_confirmation', cause: 'same_name', reason, existing: sameName };
  }
  return inspection.verdict === 'warning'
    ? { name: 'needs_confirmation', cause: 'warning', reason: inspection.reason }
    : { name: 'queued' };
}
