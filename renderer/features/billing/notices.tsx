import { TriangleAlert } from 'lucide-react';
import type { UsageNotice } from '../../../shared/billing/billing.ts';
import { findCurrentNotices } from './find-current-notices.ts';
import { describeUsageNotice } from './describe-usage-notice.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';

/** The usage notices that apply now. A notice disappears when a later one says more. */
export function Notices({ notices }: { readonly notices: readonly UsageNotice[] }) {
  const currentNotices = findCurrentNotices(notices);
  if (currentNotices.length === 0) return null;
  return (
    <ul aria-label="Usage notices" className="flex flex-col gap-1 rounded-control bg-warn-soft px-3 py-2">
      {currentNotices.map(({ notice_id, kind, raised_at }) => (
        <li key={notice_id} className="flex items-center gap-2">
          <TriangleAlert aria-hidden size={14} className="shrink-0 text-warn" />
          <span className="min-w-0 flex-1">{describeUsageNotice(kind)}</span>
          <span className="text-small text-muted">
            <RelativeTime at={raised_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
