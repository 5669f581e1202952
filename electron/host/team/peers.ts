import { setMaxListeners } from 'node:events';
import { get } from 'node:http';
import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import { repeat } from './repeat.ts';

type PeersOptions = {
  readonly directory: Pick<Directory, 'listAddresses' | 'isOpening' | 'endOwners'>;
  readonly onError: (error: unknown) => void;
};

type Peer = { failures: number; giveUp: AbortController };

const pingIntervalMs = 1_000;
const pingTimeoutMs = 1_000;

/** Ten seconds, as both times pass. A process that was frozen itself misses one. */
const maxFailures = 5;

/**
 * Watches the other nodes that own organizations. The database connections of one that does not answer for ten seconds are ended: it
 * can change nothing any more, and others may take over. One that opens an organization may take longer.
 */
export class Peers {
  readonly #options: PeersOptions;
  readonly #peers = new Map<string, Peer>();
  #ownAddress = '';
  #stopChecking: (() => void) | undefined;

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  /** `ownAddress` is where the others reach this node. */
  start(ownAddress: string): void {
    this.#ownAddress = ownAddress;
    this.#stopChecking = repeat(pingIntervalMs, () => this.#check(), this.#options.onError);
  }

  /** Whether a node does not answer any more. */
  isSilent(address: string): boolean {
    return this.#require(address).failures >= maxFailures;
  }

  /** Aborted when a node does not answer any more. */
  getSignal(address: string): AbortSignal {
    return this.#require(address).giveUp.signal;
  }

  close(): void {
    this.#stopChecking?.();
    this.#peers.clear();
  }

  async #check(): Promise<void> {
    const addresses = await this.#options.directory.listAddresses();
    for (const known of this.#peers.keys()) if (!addresses.includes(known)) this.#peers.delete(known);
    const others = addresses.filter((address) => address !== this.#ownAddress);
    await Promise.all(others.map((address) => this.#ping(address)));
  }

  async #ping(address: string): Promise<void> {
    const peer = this.#require(address);
    if (await answers(address)) {
      if (peer.giveUp.signal.aborted) peer.giveUp = createController();
      peer.failures = 0;
      return;
    }
    if (await this.#options.directory.isOpening(address)) return;
    peer.failures += 1;
    if (peer.failures < maxFailures) return;
    await this.#options.directory.endOwners(address);
    peer.giveUp.abort();
  }

  #require(address: string): Peer {
    const known = this.#peers.get(address);
    if (known) return known;
    const peer = { failures: 0, giveUp: createController() };
    this.#peers.set(address, peer);
    return peer;
  }
}

/** Whether a node answers. A connection that is refused is no answer either: its process has ended. */
function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = get(`http://${address}/health`, { agent: false, timeout: pingTimeoutMs }, (response) => {
      response.resume();
      resolve(true);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
  });
}

/** Each request that waits for a node listens. */
function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
