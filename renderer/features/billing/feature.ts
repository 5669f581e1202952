import { ReceiptText } from 'lucide-react';
import type { Feature } from '../../data/feature.ts';
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
  loadPaletteSource: async () => (await import('./invoice-palette.ts')).invoicePalette,
} as const satisfies Feature;
