/**
 * Runs work for each item, a few at a time. After an error, no other item is started. Rejects with the first error as soon as the
 * work that was started has ended.
 */
export async function runConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const runWaiting = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      await work(item);
    }
  };
  const runs = Array.from({ length: concurrency }, () =>
    runWaiting().catch((error: unknown) => void failures.push(error)),
  );
  await Promise.all(runs);
  if (failures.length > 0) throw failures[0];
}
