import { expect, test, vi } from 'vitest';
import { watchNetwork } from '../../../electron/service/platform/network/watch-network.ts';
import type { Timers } from '../../../electron/service/platform/timers.ts';

test('a change of addresses is reported once, in whichever order the system lists them', () => {
  const due: (() => void)[] = [];
  const timers: Timers = { set: (run) => (due.push(run), () => void due.splice(0)) };
  const check = () => due.shift()?.();
  let addresses = ['192.168.1.5', 'fd00::5'];
  const onChange = vi.fn();
  const stop = watchNetwork(onChange, () => addresses, timers);
  check();
  addresses = addresses.toReversed();
  check();
  expect(onChange).toHaveBeenCalledTimes(0);
  addresses = ['10.8.0.2', ...addresses];
  check();
  check();
  expect(onChange).toHaveBeenCalledTimes(1);
  addresses = [];
  check();
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
  expect(due).toEqual([]);
});
