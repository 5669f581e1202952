/** Save state of a value: `unsaved` from a change until it has been saved. */
export type AutosaveState =
  | { readonly state: 'untouched' | 'unsaved' | 'saved' }
  | { readonly state: 'failed'; readonly error: unknown };

export type Autosave<Value> = {
  /** Schedules a save of this value; it replaces a value that waits to be saved. */
  readonly change: (value: Value) => void;
  /** Saves a waiting value now. Resolves when no save is in progress. */
  readonly flush: () => Promise<void>;
  /** Pauses saving until `resume`. Resolves when no save is in progress. */
  readonly stop: () => Promise<void>;
  readonly resume: () => void;
};

/**
 * Saves a value `delayMs` after its last change. Runs one save at a time, so that an older value never overwrites a newer
 * one. Retries a failed save with the next change or flush.
 */
export function createAutosave<Value>(
  save: (value: Value) => Promise<void>,
  onStateChange: (state: AutosaveState) => void,
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
        if (waiting === null) onStateChange({ state: 'saved' });
      } catch (error) {
        waiting ??= { value };
        return onStateChange({ state: 'failed', error });
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
      onStateChange({ state: 'unsaved' });
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
