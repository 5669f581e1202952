import { expect, test } from 'vitest';
import { startSimulationClock } from '../../electron/service/features/simulation/simulated-transport.ts';

test('a real-time call continues at its pace after the computer has slept', async () => {
  let sleptMs = 0;
  const now = () => performance.now() + sleptMs;
  const clock = startSimulationClock('real_time', new AbortController().signal, now);
  await clock.waitUntil(0.01);
  sleptMs = 60 * 60_000;
  const resumedAt = performance.now();
  await clock.waitUntil(0.02);
  await clock.waitUntil(0.12);
  expect(performance.now() - resumedAt, 'the next turn is a tenth of a second later').toBeGreaterThan(98);
});
