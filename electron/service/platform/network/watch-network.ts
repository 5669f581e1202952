import { networkInterfaces } from 'node:os';
import { systemTimers, type Timers } from '../timers.ts';

const intervalMs = 5_000;

/**
 * Calls the listener after the addresses of this computer have changed, such as when a VPN connects or another network is used.
 * Returns a function that stops it. The system is asked at intervals, because Node.js has no event for this.
 */
export function watchNetwork(
  onChange: () => void,
  listAddresses: () => readonly string[] = listOwnAddresses,
  timers: Timers = systemTimers,
): () => void {
  let known = listAddresses().toSorted().join();
  let cancel: (() => void) | undefined;
  const check = () => {
    const current = listAddresses().toSorted().join();
    const hasChanged = current !== known;
    known = current;
    schedule();
    if (hasChanged) onChange();
  };
  const schedule = () => (cancel = timers.set(check, intervalMs));
  schedule();
  return () => cancel?.();
}

/** Without loopback and link-local addresses, which lead to no remote. */
function listOwnAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address);
}
