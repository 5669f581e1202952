const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const closeTimeoutMs = 8000;

/**
 * Waits until the program is told to stop, by a signal or because the launcher that started it is gone, then closes it
 * and ends the process with code 0; with 1 where closing fails or takes too long.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), closeTimeoutMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', stop);
}
