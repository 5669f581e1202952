/**
 * Returns a function that runs `refresh`, never twice at a time. All calls during a refresh and the `minIntervalMs` after it
 * cause a single further refresh, so that many events need few refreshes and the last event is never missed.
 */
export function createRefresher(refresh: () => Promise<unknown>, minIntervalMs = 0): () => void {
  let state: 'idle' | 'running' | 'again' = 'idle';
  const run = async () => {
    do {
      state = 'running';
      await refresh().catch(() => undefined); // the view that loads the data shows the error
      if (minIntervalMs > 0) await new Promise((resolve) => setTimeout(resolve, minIntervalMs));
    } while (isAgain());
    state = 'idle';
  };
  const isAgain = () => state === 'again';
  return () => {
    if (state === 'idle') void run();
    else state = 'again';
  };
}
