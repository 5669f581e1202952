/**
 * Starts to measure the processor time of this thread, which other processes hardly lengthen. Returns a function that reads it, in
 * milliseconds.
 */
export function startProcessorTimer(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
}
