import { queryOptions } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { formatDollars } from '../../format/format-money.ts';
import { invoicesQuery } from './billing-query.ts';
import { formatInvoiceStatus } from './invoice-status-badge.tsx';

export const invoicePalette: PaletteSource = {
  createQuery: ({ session, navigate }) =>
    queryOptions({
      ...invoicesQuery,
      enabled: explainMissingPermission(session, appRoutes.listInvoiceRecords) === null,
      select: ({ data }) =>
        data.map(({ invoice_id, number, amount_due_usd, status }): PaletteEntry => ({
          id: `invoice:${invoice_id}`,
          label: number,
          detail: `${formatDollars(amount_due_usd)} · ${formatInvoiceStatus(status)}`,
          kind: 'Invoice',
          icon: ReceiptText,
          disabledReason: null,
          run: () => void navigate({ to: '/billing', search: { invoice: invoice_id } }),
        })),
    }),
};
