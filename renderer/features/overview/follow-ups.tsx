import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { useNow } from '../../ui/page/use-now.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import {
  describeFollowUp,
  FollowUpButtons,
  followUpsQuery,
  formatDue,
  Recipient,
  useFollowUpActions,
} from '../calls/public.ts';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection } from './overview-section.tsx';

const maxVisibleRows = 5;

/** The open follow-ups, the earliest due first. Shows nothing if there are none. */
export function FollowUps() {
  const followUps = useQuery(followUpsQuery('open')).data ?? [];
  const getActions = useFollowUpActions();
  const nowMs = useNow();
  if (followUps.length === 0) return null;
  const hiddenCount = followUps.length - maxVisibleRows;
  return (
    <OverviewSection
      title={formatCount(followUps.length, 'follow-up')}
      more={{ label: 'All follow-ups', link: { to: '/calls/follow-ups' } }}
    >
      <OverviewRows label="Follow-ups">
        {followUps.slice(0, maxVisibleRows).map((followUp) => (
          <OverviewRow key={`${followUp.call_id} ${followUp.follow_up}`}>
            <span className="w-36 shrink-0 @3xl:w-40">
              <StatusLabel {...describeFollowUp(followUp, nowMs)} />
            </span>
            <span className="flex min-w-0 flex-1 items-center gap-3">
              <Link
                to="/calls/$callId"
                params={{ callId: followUp.call_id }}
                search={{}}
                className={`${rowLinkClass} flex max-w-full min-w-24 shrink-0 items-center @3xl:max-w-3/5`}
              >
                <Recipient call={followUp} />
              </Link>
              <bdi title={followUp.reason} className="hidden min-w-0 truncate text-muted @3xl:block">
                {followUp.reason}
              </bdi>
            </span>
            <span
              title={followUp.due_words ? `Said: ${followUp.due_words}` : undefined}
              className="w-28 shrink-0 truncate text-right text-muted @3xl:w-32"
            >
              {formatDue(followUp, nowMs)}
            </span>
            {/* Fits four buttons, so that the buttons of all rows are aligned. */}
            <span className="w-28 shrink-0">
              <FollowUpButtons followUp={followUp} actions={getActions(followUp)} />
            </span>
          </OverviewRow>
        ))}
      </OverviewRows>
      {hiddenCount > 0 && <p className="pt-1.5 text-small text-muted">and {formatNumber(hiddenCount)} more</p>}
    </OverviewSection>
  );
}
