import type { CheckReport } from './maintenance-queries.ts';

export type MaintenanceProtocol = {
  /** Copies the database page by page to `copyPath` and checks the copy. */
  readonly check: {
    readonly input: { readonly databasePath: string; readonly copyPath: string };
    readonly result: CheckReport;
  };
  /** Writes a checked copy again to `path`, without the remnants of deleted text. */
  readonly rewrite: {
    readonly input: { readonly copyPath: string; readonly path: string };
    readonly result: null;
  };
  /** Writes a verified snapshot of a checked copy to `path`. */
  readonly createSnapshot: {
    readonly input: { readonly copyPath: string; readonly path: string; readonly report: CheckReport };
    readonly result: { readonly isActivityIntact: boolean };
  };
};
