import type { ListedActivityEntry } from '../../../shared/organization/activity.ts';
import { problemTypes } from '../../../shared/contract/problems.ts';
import { formatPhoneNumbersInText } from '../../format/phone-number.ts';
import { formatNumber } from '../../format/format-number.ts';
import { formatExactTime } from '../../format/format-time.ts';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { Panel } from '../../ui/dialogs/panel.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { formatActor, resultBadges } from './activity-columns.tsx';

type ActivityPanelProps = { readonly entry: ListedActivityEntry; readonly onClose: () => void };

/** All details of one entry. */
export function ActivityPanel({ entry, onClose }: ActivityPanelProps) {
  const problem = Object.entries(problemTypes).find(([code]) => code === entry.code)?.[1];
  return (
    <Panel
      title={formatPhoneNumbersInText(entry.summary)}
      subtitle={
        entry.entries === 1
          ? `Entry ${formatNumber(entry.number)}`
          : `Entries ${formatNumber(entry.number)} to ${formatNumber(entry.number + entry.entries - 1)}. The first one:`
      }
      onClose={onClose}
    >
      <div className="min-h-0 overflow-auto px-4 py-2">
        <DetailList>
          <Detail label="Time">{formatExactTime(new Date(entry.at))}</Detail>
          <Detail label="Actor">{formatActor(entry)}</Detail>
          {entry.subject_label !== null && (
            <Detail label="Subject">{formatPhoneNumbersInText(entry.subject_label)}</Detail>
          )}
          {entry.subject_id !== null && (
            <Detail label="ID">
              <Code>{entry.subject_id}</Code>
            </Detail>
          )}
          <Detail label="Result">
            <StatusLabel {...resultBadges[entry.result]} /> <span className="text-muted">{entry.status}</span>
            {problem && <p className="text-muted">{problem.title}</p>}
          </Detail>
          <Detail label="Operation">
            <Code>{entry.operation}</Code>
          </Detail>
          <Detail label="Request ID">
            <Code>{entry.request_id}</Code>
          </Detail>
          <Detail label="Hash">
            <Code>{entry.hash}</Code>
          </Detail>
        </DetailList>
      </div>
    </Panel>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-small break-all">{children}</code>;
}
