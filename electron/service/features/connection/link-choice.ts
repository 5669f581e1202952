// Public: other features may import this file.
import type { ConnectionSettings } from '../../../../shared/workspaces/connection.ts';

/** Which documents and build requests of a local workspace are sent to its remote. */
export type LinkChoice = {
  readonly settings: ConnectionSettings;
  readonly apiKey: string;
  readonly documentIds: readonly string[];
  readonly requestIds: readonly string[];
  readonly placedBy: string;
};
