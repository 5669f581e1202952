import { startProcessorTimer } from './start-processor-timer.ts';

const attempts = 3;

/** Returns the processor time in milliseconds of the fastest of three attempts. */
export function measureFastest(run: () => void): number {
  const times = Array.from({ length: attempts }, () => {
    const readMs = startProcessorTimer();
    run();
    return readMs();
  });
  return Math.min(...times);
}
