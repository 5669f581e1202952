/** Whether what was typed is kept: `unsaved` from the first change on until it is. */
export type AutosaveState =
  { readonly state: 'untouched' | 'unsaved' | 'saved' } | { readonly state: 'failed'; readonly error: unknown };

export type Autosave<Value> = {
  /** Saves a value soon, and none before it any more. */
  readonly change: (value: Value) => void;
  /** Saves now what waits, and resolves when nothing is under way. */
  readonly flush: () => Promise<void>;
  /** Saves nothing more until it is resumed; resolves when nothing is under way. */
  readonly stop: () => Promise<void>;
  readonly resume: () => void;
};

/**
 * Saves what is typed, so long after the last change. One save at a time, so that an older value never overtakes a newer
 * one; what failed is saved again with the next change or flush.
 */
export function createAutosave<Value>(
  save: (value: Value) => Promise<void>,
  tell: (state: AutosaveState) => void,
  delayMs: number,
): Autosave<Value> {
  let waiting: { readonly value: Value } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let stopping = new AbortController();

  const saveWaiting = async () => {
    while (waiting && !stopping.signal.aborted) {
      const { value } = waiting;
      waiting = null;
      try {
        await save(value);
        if (waiting === null) tell({ state: 'saved' });
      } catch (error) {
        waiting ??= { value };
        return tell({ state: 'failed', error });
      }
    }
  };
  const flush = () => {
    clearTimeout(timer);
    running ??= saveWaiting().finally(() => (running = null));
    return running;
  };
  return {
    change: (value) => {
      waiting = { value };
      if (stopping.signal.aborted) return;
      tell({ state: 'unsaved' });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), delayMs);
    },
    flush,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
    resume: () => {
      stopping = new AbortController();
      void flush();
    },
  };
}
