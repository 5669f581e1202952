import { ReceiptText } from 'lucide-react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { CommandActions, Feature, WindowContext } from '../../data/feature.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { refreshBilling, showNoticeToast } from './billing-query.ts';
import { billingRoutes } from './routes.ts';

export const billingFeature = {
  name: 'billing',
  routes: billingRoutes,
  viewIcons: { billing: ReceiptText },
  events: {
    'usage.changed': refreshBilling,
    // The billing view shows the error.
    'usage_notice.raised': ({ notice_id }) => void showNoticeToast(notice_id).catch(() => undefined),
  },
  notifications: {
    'usage_notice.raised': {
      classify: ({ notice_id }) => ({ kind: 'usage notice', id: notice_id }),
      loadTexts: async () => (await import('./notice-notification.ts')).noticeNotification,
    },
  },
  createCommands,
  loadPaletteSource: async () => (await import('./invoice-palette.ts')).invoicePalette,
} as const satisfies Feature;

function createCommands({ session }: WindowContext): CommandActions<'export-invoices'> {
  return {
    'export-invoices': {
      disabledReason: explainMissingPermission(session, appRoutes.exportInvoices),
      run: () =>
        void retryWhenReachable(() => import('./invoice-actions.ts')).then(({ saveInvoicesCsv }) => saveInvoicesCsv()),
    },
  };
}
