import { v1Routes } from '../../../../shared/contract/contract.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { createUrlBuilder, type UrlSigner } from '../../platform/http/url-signer.ts';
import type { Billing } from './billing.ts';
import { readUsage } from './read-billing-overview.ts';
import { createInvoicePdfUrl, listInvoiceEntries, toInvoice } from './invoice-entries.ts';
import { formatCreditNoteNumber, formatInvoiceNumber } from './invoice-row.ts';
import type { RemoteBilling } from './remote/remote-billing.ts';
import { requireInvoice, requireUnreversed } from './require-invoice.ts';
import { isPaidWithMoney, reverseInvoice } from './reverse-invoice.ts';

export type BillingServices = {
  readonly billing: Billing;
  /** Null unless the workspace is linked. */
  readonly remoteBilling: RemoteBilling | null;
  readonly urlSigner: UrlSigner;
};

export function addBillingRoutes(tree: RouteTree<BillingServices>): void {
  bindRoute(tree, v1Routes.getUsage, ({ db, orgId, context, services: { billing } }) => {
    billing.closeEndedCycles(orgId);
    return { body: readUsage(db, orgId, context.now()) };
  });

  bindRoute(tree, v1Routes.listInvoices, ({ request, db, orgId, services: { billing, urlSigner } }) => {
    billing.closeEndedCycles(orgId);
    const buildUrl = createUrlBuilder(request);
    const entries = listInvoiceEntries(db, orgId);
    return {
      body: { data: entries.map((entry) => toInvoice(entry, buildUrl(createInvoicePdfUrl(urlSigner, entry.row)))) },
    };
  });

  bindRoute(
    tree,
    v1Routes.voidInvoice,
    ({ request, db, orgId, context, events, services, found: invoice, commitOnce, setAuditSubject }) => {
      const number = formatInvoiceNumber(invoice);
      setAuditSubject({ label: number });
      return commitOnce(invoice.invoice_id, () => {
        requireUnreversed(invoice);
        if (isPaidWithMoney(invoice))
          throw new Problem('invoice_already_paid', `${number} has been paid. Issue a credit note instead.`);
        const voided = reverseInvoice(db, invoice, context.now());
        events.publish({ type: 'usage.changed' }, orgId);
        const url = createUrlBuilder(request)(createInvoicePdfUrl(services.urlSigner, voided));
        return { body: toInvoice({ source: 'local', row: voided }, url) };
      });
    },
    requireInvoice,
  );

  bindRoute(
    tree,
    v1Routes.creditInvoice,
    ({ db, orgId, context, events, found: invoice, commitOnce, setAuditSubject }) => {
      const number = formatInvoiceNumber(invoice);
      setAuditSubject({ label: number });
      return commitOnce(invoice.invoice_id, () => {
        requireUnreversed(invoice);
        if (!isPaidWithMoney(invoice))
          throw new Problem('invoice_not_paid', `Nothing was paid for ${number}. Void it instead.`);
        const now = context.now();
        const credited = reverseInvoice(db, invoice, now);
        events.publish({ type: 'usage.changed' }, orgId);
        return {
          body: {
            credit_note: formatCreditNoteNumber(credited) ?? '',
            invoice_id: credited.invoice_id,
            amount_usd: toDollars(credited.amount_cents),
            issue_date: formatTimestamp(now),
          },
        };
      });
    },
    requireInvoice,
  );
}
