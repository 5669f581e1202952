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
  const read = () => readAddresses(listAddresses);
  let known = read();
  let cancel: (() => void) | undefined;
  const check = () => {
    const current = read() ?? known;
    const hasChanged = known !== null && current !== known;
    known = current;
    schedule();
    if (hasChanged) onChange();
  };
  const schedule = () => (cancel = timers.set(check, intervalMs));
  schedule();
  return () => cancel?.();
}

/** Returns null if the system cannot list them now, such as when the process has no free file descriptor. */
function readAddresses(listAddresses: () => readonly string[]): string | null {
  try {
    return listAddresses().toSorted().join();
  } catch {
    return null;
  }
}

/** Without loopback and link-local addresses, which lead to no remote. */
function listOwnAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address);
}
