/**
 * Runs `refresh` at most once at a time. What is asked for while it runs, or in the `restMs` after it, is done once more
 * afterwards, so that a storm of events costs few refreshes and the last one is always seen.
 */
export function createRefresher(refresh: () => Promise<unknown>, restMs = 0): () => void {
  let state: 'idle' | 'running' | 'again' = 'idle';
  const run = async () => {
    do {
      state = 'running';
      await refresh().catch(() => undefined); // a failed refresh shows in the view that asked for the data
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    } while (isAgain());
    state = 'idle';
  };
  const isAgain = () => state === 'again';
  return () => {
    if (state === 'idle') void run();
    else state = 'again';
  };
}
