import { create } from 'zustand';

/**
 * `lost`: the window tries again every second. `signed_out`: the service was restarted and does not know the window.
 */
type Connection = 'opening' | 'open' | 'lost' | 'signed_out';

type ConnectionState = {
  readonly connection: Connection;
  /** True while events could mix the data of two workspaces. */
  readonly isPaused: boolean;
  /** How often the window asked to connect again at once. */
  readonly reconnectCount: number;
};

export const useConnection = create<ConnectionState>(() => ({
  connection: 'opening',
  isPaused: false,
  reconnectCount: 0,
}));

export function setConnection(connection: Connection): void {
  useConnection.setState({ connection });
}

/** Stops the events of the service until `resumeEvents` is called. */
export function pauseEvents(): void {
  useConnection.setState({ isPaused: true });
}

export function resumeEvents(): void {
  useConnection.setState({ isPaused: false });
}

/** Connects to the events again at once. */
export function reconnect(): void {
  useConnection.setState(({ reconnectCount }) => ({ reconnectCount: reconnectCount + 1 }));
}

const isUnreachable = (connection: Connection) => connection === 'lost' || connection === 'signed_out';

export function isServiceUnreachable(): boolean {
  return isUnreachable(useConnection.getState().connection);
}

export function useServiceUnreachable(): boolean {
  return useConnection(({ connection }) => isUnreachable(connection));
}

/** Calls the listener with whether the service can be reached, when that changes. Returns a function that unsubscribes it. */
export function onReachableChange(listener: (isReachable: boolean) => void): () => void {
  return useConnection.subscribe(({ connection }, previous) => {
    if (isUnreachable(connection) !== isUnreachable(previous.connection)) listener(!isUnreachable(connection));
  });
}

/** Resolves as soon as the service can be reached. */
export function whenServiceReachable(): Promise<void> {
  if (!isServiceUnreachable()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = onReachableChange(() => {
      unsubscribe();
      resolve();
    });
  });
}
