import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What happens to one connection. Counts are bytes; the connection is reset as soon as they have passed. */
export type ConnectionFault = {
  /** Resets the connection as soon as it is accepted. */
  readonly reset?: boolean;
  readonly cutToServerAfter?: number;
  readonly cutToClientAfter?: number;
  /** Of every piece of data, in both directions. */
  readonly delayMs?: number;
};

export type FaultProxy = {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Connections accepted so far. */
  readonly countConnections: () => number;
  /** Decides the fault of every connection that is accepted from now on. `number` starts at 1. */
  readonly setFault: (fault: ((number: number) => ConnectionFault | undefined) | null) => void;
  /** Offline, it resets every connection and refuses new ones on the same port. */
  readonly setOnline: (isOnline: boolean) => Promise<void>;
  /** Passes no data, in either direction, until `release` is called. Connections are still accepted. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Resets every open connection. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

/** Starts a TCP proxy in front of a loopback port, which can break connections. */
export async function startFaultProxy(targetPort: number, port = 0): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let connections = 0;
  let findFault: ((number: number) => ConnectionFault | undefined) | null = null;
  let held: { readonly released: Promise<void>; readonly release: () => void } | null = null;

  const waitForRelease = async (): Promise<void> => {
    if (!held) return;
    await held.released;
    await waitForRelease();
  };

  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  const add = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // a reset is what the tests ask for; `close` follows
  };

  const accept = (client: Socket) => {
    connections++;
    const fault = findFault?.(connections) ?? {};
    add(client);
    if (fault.reset === true) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    add(upstream);
    const breakBoth = () => {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    };
    upstream.on('error', breakBoth);
    client.on('error', breakBoth);
    void forward(client, upstream, fault.cutToServerAfter, fault.delayMs).then(null, breakBoth);
    void forward(upstream, client, fault.cutToClientAfter, fault.delayMs).then(null, breakBoth);
  };

  const forward = async (from: Socket, to: Socket, limit = Infinity, delayMs = 0) => {
    let passed = 0;
    // A socket without an encoding emits buffers.
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (delayMs > 0) await delay(delayMs);
      await waitForRelease();
      const piece = chunk.subarray(0, limit - passed);
      passed += piece.length;
      await write(to, piece);
      if (passed >= limit) throw new Error('The connection is cut here.');
    }
    to.end();
  };

  const listen = async (on: number) => {
    const listening = createServer({ allowHalfOpen: true }, accept).listen(on, '127.0.0.1');
    server = listening;
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port; // it listens on a port
  };

  const stopListening = async () => {
    const listening = server;
    server = null;
    listening?.close();
    cut();
    if (listening) await once(listening, 'close');
  };

  const ownPort = await listen(port);
  const release = () => {
    held?.release();
    held = null;
  };
  return {
    port: ownPort,
    origin: `http://127.0.0.1:${ownPort}`,
    countConnections: () => connections,
    setFault: (next) => (findFault = next),
    setOnline: async (isOnline) => {
      if (isOnline && !server) await listen(ownPort);
      if (!isOnline && server) await stopListening();
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held ??= { released: promise, release: resolve };
    },
    release,
    cut,
    close: async () => {
      release();
      if (server) await stopListening();
    },
  };
}

/** Resolves when the system has the data, which a reset would otherwise discard. */
function write(socket: Socket, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(data, (error) => (error ? reject(error) : resolve())));
}
