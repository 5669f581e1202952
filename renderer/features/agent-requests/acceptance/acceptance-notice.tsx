import { useQuery } from '@tanstack/react-query';
import type { AcceptancePoint } from '../../../../shared/agents/acceptance.ts';
import { summarizeAcceptance } from '../../../../shared/agents/summarize-acceptance.ts';
import { formatError } from '../../../format/format-error.ts';
import { classNames } from '../../../ui/page/class-names.ts';
import { acceptanceQuery } from './acceptance-query.ts';

/** Says before a delivery what was tried, and names the points that were rejected or not decided. */
export function AcceptanceNotice({ requestId }: { readonly requestId: string }) {
  const { data, isError, error } = useQuery(acceptanceQuery(requestId));
  if (isError) return <p className="text-bad">The acceptance test could not be loaded. {formatError(error)}</p>;
  if (!data) return null;
  const { trial_calls, points } = data.body;
  const isComplete = trial_calls > 0 && points.every(({ decision }) => decision === 'accepted');
  return (
    <section
      aria-label="Acceptance test"
      className={classNames(
        'flex flex-col gap-2 rounded-control px-3 py-2',
        isComplete ? 'bg-good-tint' : 'bg-warn-tint',
      )}
    >
      <p className="font-medium first-letter:uppercase">{summarizeAcceptance(data.body)}</p>
      <PointList label="Rejected" points={points.filter(({ decision }) => decision === 'rejected')} />
      <PointList label="Not decided" points={points.filter(({ decision }) => decision === null)} />
    </section>
  );
}

type PointListProps = { readonly label: string; readonly points: readonly AcceptancePoint[] };

function PointList({ label, points }: PointListProps) {
  if (points.length === 0) return null;
  return (
    <div>
      <p className="text-small">{label}</p>
      <ul aria-label={label} className="list-disc pl-4">
        {points.map(({ position, text, reason }) => (
          <li key={position} className="break-words">
            {text}
            {reason !== '' && <span className="text-muted"> ({reason})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
