import type { ReactNode } from 'react';
import type { ActivityEntry } from '../../shared/activity.ts';
import { problemTypes } from '../../shared/problems.ts';
import { formatPhoneNumbersInText } from '../calls/phone-number.ts';
import { formatNumber } from '../format/format-number.ts';
import { formatExactTime } from '../format/format-time.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusLabel } from '../ui/status-label.tsx';
import { formatActor, resultBadges } from './activity-columns.tsx';

/** One row, whole. */
export function ActivityPanel({ row, onClose }: { readonly row: ActivityEntry; readonly onClose: () => void }) {
  const problem = Object.entries(problemTypes).find(([code]) => code === row.code)?.[1];
  return (
    <Panel title={row.summary} subtitle={`Row ${formatNumber(row.number)}`} onClose={onClose}>
      <dl className="flex min-h-0 flex-col gap-2 overflow-auto px-4 py-2 select-text">
        <Detail term="When">{formatExactTime(new Date(row.at))}</Detail>
        <Detail term="Who">{formatActor(row)}</Detail>
        {row.subject_label !== null && <Detail term="What">{formatPhoneNumbersInText(row.subject_label)}</Detail>}
        {row.subject_id !== null && (
          <Detail term="Id">
            <Code>{row.subject_id}</Code>
          </Detail>
        )}
        <Detail term="Result">
          <StatusLabel {...resultBadges[row.result]} /> <span className="text-muted">{row.status}</span>
          {problem && <p className="text-muted">{problem.title}</p>}
        </Detail>
        <Detail term="Operation">
          <Code>{row.operation}</Code>
        </Detail>
        <Detail term="Request">
          <Code>{row.request_id}</Code>
        </Detail>
        <Detail term="Hash">
          <Code>{row.hash}</Code>
        </Detail>
      </dl>
    </Panel>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-small break-all">{children}</code>;
}

function Detail({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}
