import { limits } from '../../shared/contract/limits.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Closes the application and exits with code 0 on a signal, or when the launcher that started it disconnects. Exits with
 * code 1 if closing fails or takes too long.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), limits.closeMs).unref();
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
