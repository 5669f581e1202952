import { create } from 'zustand';

/**
 * `lost`: the window tries again every second. `signed_out`: the service was restarted and does not know the window.
 */
type Connection = 'opening' | 'open' | 'lost' | 'signed_out';

export const useConnection = create<{ readonly connection: Connection }>(() => ({ connection: 'opening' }));

export function setConnection(connection: Connection): void {
  useConnection.setState({ connection });
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
