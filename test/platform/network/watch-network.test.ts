import { expect, test, vi } from 'vitest';
import { watchNetwork } from '../../../electron/service/platform/network/watch-network.ts';
import type { Timers } from '../../../electron/service/platform/timers.ts';

function createManualTimers() {
  const due: (() => void)[] = [];
  const timers: Timers = { set: (run) => (due.push(run), () => void due.splice(0)) };
  return { due, timers, check: () => due.shift()?.() };
}

test('a change of addresses is reported once, in whichever order the system lists them', () => {
  const { due, timers, check } = createManualTimers();
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

test('addresses that the system cannot list are no change, and are listed again later', () => {
  const { due, timers, check } = createManualTimers();
  let addresses: readonly string[] | null = null;
  const onChange = vi.fn();
  const list = () => {
    if (!addresses) throw new Error('A system error occurred: uv_interface_addresses returned EMFILE');
    return addresses;
  };
  watchNetwork(onChange, list, timers);
  check();
  addresses = ['192.168.1.5'];
  check();
  addresses = null;
  check();
  addresses = ['192.168.1.5'];
  check();
  expect(onChange).toHaveBeenCalledTimes(0);
  addresses = ['10.8.0.2'];
  check();
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(due).toHaveLength(1);
});
