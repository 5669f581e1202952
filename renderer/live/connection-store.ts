import { create } from 'zustand';

/** `lost` is retried by the browser itself; `closed` is not. */
export type Connection = 'opening' | 'open' | 'lost' | 'closed';

export const useConnection = create<{ readonly connection: Connection }>(() => ({ connection: 'opening' }));

export function setConnection(connection: Connection): void {
  useConnection.setState({ connection });
}
