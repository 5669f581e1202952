import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { AcceptancePoint } from '../../../../shared/agents/acceptance.ts';
import type { AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { summarizeAcceptance } from '../../../../shared/agents/summarize-acceptance.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { formatAuthor } from '../../../format/format-author.ts';
import { formatError } from '../../../format/format-error.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { StatusLabel } from '../../../ui/feedback/status-label.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { useBusy } from '../../../ui/feedback/use-busy.ts';
import { RelativeTime } from '../../../ui/page/relative-time.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { acceptanceQuery } from './acceptance-query.ts';
import { decidePoint, type PointDecision } from './decide-point.ts';

type AcceptanceSectionProps = {
  readonly request: Pick<AgentRequestRecord, 'request_id'>;
  /** Beside the heading. */
  readonly action?: ReactNode;
};

/** The points of the objective of a build request in UAT. An Admin accepts each, or rejects it with a reason. */
export function AcceptanceSection({ request: { request_id }, action }: AcceptanceSectionProps) {
  const readDisabledReason = useMissingPermission(v1Routes.getAcceptance);
  const canRead = readDisabledReason === null;
  const { data, isError, error, refetch } = useQuery({ ...acceptanceQuery(request_id), enabled: canRead });
  const disabledReason = useMissingPermission(v1Routes.decideAcceptancePoint);
  const [rejected, setRejected] = useState<AcceptancePoint | null>(null);
  return (
    <section aria-label="Acceptance test" className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium!">Acceptance test</h3>
        {action}
      </div>
      {!canRead ? (
        <p role="note" className="text-muted">
          {readDisabledReason}
        </p>
      ) : data ? (
        <>
          <p role="status" className="text-small text-muted first-letter:uppercase">
            {summarizeAcceptance(data.body)}
          </p>
          {disabledReason !== null && (
            <p role="note" className="text-small text-muted">
              {disabledReason}
            </p>
          )}
          {data.body.points.length === 0 && <p className="text-muted">The objective has no points to check.</p>}
          <ol aria-label="Points of the objective" className="flex flex-col">
            {data.body.points.map((point) => (
              <Point
                key={point.position}
                requestId={request_id}
                point={point}
                canDecide={disabledReason === null}
                onReject={() => setRejected(point)}
              />
            ))}
          </ol>
        </>
      ) : isError ? (
        <div role="alert" className="flex items-start gap-2 text-bad">
          <p className="min-w-0 flex-1 break-words">The points could not be loaded. {formatError(error)}</p>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <TextSkeleton label="Loading the points" />
      )}
      {rejected && (
        <ReasonDialog
          title="Reject point"
          hint="It is shown with the point, and in the timeline after delivery."
          onReject={(reason) => decidePoint(request_id, rejected, { decision: 'rejected', reason })}
          onClose={() => setRejected(null)}
        >
          <p>
            <strong className="font-medium text-ink">{rejected.text}</strong>
          </p>
        </ReasonDialog>
      )}
    </section>
  );
}

type PointProps = {
  readonly requestId: string;
  readonly point: AcceptancePoint;
  readonly canDecide: boolean;
  readonly onReject: () => void;
};

function Point({ requestId, point, canDecide, onReject }: PointProps) {
  const id = useId();
  const [isBusy, run] = useBusy();
  /** The decision that is being saved. */
  const [saved, setSaved] = useState<PointDecision['decision']>(null);
  const { text, decision } = point;
  const decide = (next: PointDecision) =>
    void run(() => {
      setSaved(next.decision);
      return decidePoint(requestId, point, next);
    });
  return (
    <li className="flex flex-col gap-1 border-b border-line/60 py-2 last:border-b-0">
      <div className="flex items-start gap-2">
        {canDecide && (
          <input
            id={id}
            type="checkbox"
            checked={(isBusy ? saved : decision) === 'accepted'}
            aria-describedby={decision ? `${id}-decision` : undefined}
            aria-busy={isBusy}
            onChange={({ target }) => decide({ decision: target.checked ? 'accepted' : null })}
            className="mt-0.75 size-3.5 shrink-0 accent-accent"
          />
        )}
        <label htmlFor={canDecide ? id : undefined} className="min-w-0 flex-1 break-words">
          {text}
        </label>
        {canDecide && (
          // One button, so that it keeps the focus when the decision changes.
          <Button
            size="small"
            variant="quiet"
            aria-label={`${decision === 'rejected' ? 'Reopen' : 'Reject'} “${text}”`}
            className="-my-0.5"
            onClick={decision === 'rejected' ? () => decide({ decision: null }) : onReject}
          >
            {decision === 'rejected' ? 'Reopen' : 'Reject…'}
          </Button>
        )}
      </div>
      <div id={`${id}-decision`} className={canDecide ? 'pl-5.5' : ''}>
        <Decision point={point} />
      </div>
    </li>
  );
}

function Decision({ point: { decision, reason, author, decided_at } }: { readonly point: AcceptancePoint }) {
  if (decision === null) return null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small break-words text-muted">
        <StatusLabel
          tone={decision === 'accepted' ? 'good' : 'bad'}
          label={decision === 'accepted' ? 'Accepted' : 'Rejected'}
        />{' '}
        <span className="min-w-0 break-words">
          by {formatAuthor(author)} {decided_at !== null && <RelativeTime at={decided_at} />}
        </span>
      </p>
      {reason !== '' && <p className="mt-1 break-words whitespace-pre-wrap select-text">{reason}</p>}
    </>
  );
}
