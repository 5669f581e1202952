import type { Workspace } from '../../../../shared/workspaces.ts';

/** Who invoices the organization of a workspace: nobody from outside of this program. */
export function getInvoiceIssuer(kind: Workspace['kind']): string {
  return kind === 'demo' ? 'Switchboard, for the demonstration' : 'Switchboard, this computer';
}
