// Public: other features may import this file.
import type { RemoteClient } from './remote-client.ts';

/** The remote of a linked workspace. The client is replaced when its address or its API key changes. */
export type RemoteLink = {
  /** Rejects with RemoteError `unauthorized` if no API key is stored. */
  readonly getClient: () => Promise<RemoteClient>;
  /** The ID of the organization on the remote. */
  readonly remoteOrgId: string;
};
