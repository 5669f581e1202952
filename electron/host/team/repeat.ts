/** Runs a task at intervals, each of which starts when the last run has ended. Returns a function that stops this. */
export function repeat(intervalMs: number, run: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(() => {
      void run()
        .catch(onError)
        .then(() => timer && schedule());
    }, intervalMs);
  };
  schedule();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}
