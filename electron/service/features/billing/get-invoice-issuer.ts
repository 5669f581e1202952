// Public: other features may import this file.
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';

/** Returns the issuer of the invoices of a local workspace, which no company issues. */
export function getInvoiceIssuer(kind: Workspace['kind']): string {
  return kind === 'demo' ? 'Switchboard (demo)' : 'Switchboard (local workspace)';
}
