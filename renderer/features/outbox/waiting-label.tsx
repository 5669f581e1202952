import { useQuery } from '@tanstack/react-query';
import { useIsLinked } from '../../data/session/session-query.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { outboxStateDisplays } from './describe-outbox-item.ts';
import { outboxQuery } from './sync-query.ts';

/** Shows that a change of a note, a review or a score has not reached the remote, and nothing once it has. */
export function WaitingLabel({ subjectId }: { readonly subjectId: string }) {
  const isLinked = useIsLinked();
  const { data: item } = useQuery({
    ...outboxQuery,
    enabled: isLinked,
    select: (items) => items.find(({ subject_id }) => subject_id === subjectId),
  });
  if (!isLinked || !item) return null;
  const { tone, label } = outboxStateDisplays[item.state];
  return (
    <span title={item.reason ?? undefined}>
      <StatusLabel tone={tone} label={item.state === 'queued' ? `${label} to be sent` : label} />
    </span>
  );
}
