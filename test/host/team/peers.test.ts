import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Peers } from '../../../electron/host/team/peers.ts';

test('a node that does not answer is given up, but not while it opens an organization', async () => {
  const silent = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  let isOpening = true;
  const asked = vi.fn<() => void>();
  const ended: string[] = [];
  const directory = {
    listAddresses: () => Promise.resolve(['127.0.0.1:1', address]),
    isOpening: () => {
      asked();
      return Promise.resolve(isOpening);
    },
    endOwners: (owner: string) => Promise.resolve(void ended.push(owner)),
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const peers = new Peers({ directory, onError: (error) => ended.push(String(error)) });
  onTestFinished(() => peers.close());
  peers.start('127.0.0.1:1');
  /** Waits until the node has been asked this many times. */
  const check = async (count: number) => {
    asked.mockClear();
    while (asked.mock.calls.length < count) {
      vi.advanceTimersByTime(1_000);
      await new Promise(setImmediate);
    }
  };
  await check(10);
  expect(peers.isSilent(address)).toBe(false);
  expect(ended).toEqual([]);
  isOpening = false;
  await check(6);
  expect(peers.isSilent(address)).toBe(true);
  expect(peers.getSignal(address).aborted).toBe(true);
  expect(new Set(ended)).toEqual(new Set([address]));
});
