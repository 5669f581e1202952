import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { contradictionsMax, type Contradiction, type ContradictionList } from '../../shared/contradictions.ts';
import { savedItemsQuery } from '../calls/calls-query.ts';
import { deleteSavedItem, filterSavedItems, saveNamedItem } from '../calls/saved-items.ts';
import { formatError } from '../format/format-error.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { showRequestError } from '../live/show-request-error.ts';
import { useIsLinked } from '../sync/sync-query.ts';
import { Button } from '../ui/button.tsx';
import { TextSkeleton } from '../ui/skeleton.tsx';
import { showActionToast } from '../ui/toasts.ts';
import { ContradictionRow } from './contradiction-row.tsx';
import type { InsightPeriod } from './find-period.ts';
import { contradictionsQuery } from './insights-query.ts';

type ContradictionsProps = { readonly period: InsightPeriod; readonly agent: string | undefined };

/** More contradictions are shown on request. */
const firstRows = 5;

/** Pairs of passages about the same question that may contradict each other. */
export function Contradictions(props: ContradictionsProps) {
  const titleId = useId();
  const isLinked = useIsLinked();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="flex h-8 items-center text-section">
        Possible contradictions
      </h2>
      {isLinked ? (
        <p className="text-muted">The remote does not report where in a document the cited passages are.</p>
      ) : (
        <LocalContradictions {...props} />
      )}
    </section>
  );
}

function LocalContradictions({ period, agent }: ContradictionsProps) {
  const { data: list, error, refetch } = useQuery(contradictionsQuery(period, agent));
  const { data: saved } = useQuery(savedItemsQuery);
  const [showsAll, setShowsAll] = useState(false);
  if (error)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-muted">
        The possible contradictions could not be loaded. {formatError(error)}
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!list || !saved) return <TextSkeleton label="Loading possible contradictions" />;
  const dismissed = filterSavedItems(saved, 'dismissed_contradiction');
  const names = new Set(dismissed.map(({ name }) => name));
  const open = list.data.filter(({ contradiction_id }) => !names.has(contradiction_id));
  const dismissedHere = dismissed.filter(({ name }) => list.data.some((one) => one.contradiction_id === name));
  return (
    <>
      <p role="status" aria-busy={list.pending_count > 0} className="text-muted">
        {describeContradictions(list, open.length)}
      </p>
      {open.length > 0 && (
        <ol aria-label="Possible contradictions" className="mt-2 border-t border-line/60">
          {(showsAll ? open : open.slice(0, firstRows)).map((contradiction) => (
            <ContradictionRow
              key={contradiction.contradiction_id}
              contradiction={contradiction}
              onDismiss={() => dismiss(contradiction)}
            />
          ))}
        </ol>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {open.length > firstRows && (
          <Button variant="quiet" size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${formatNumber(open.length)}`}
          </Button>
        )}
        {dismissedHere.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => void Promise.all(dismissedHere.map(deleteSavedItem))}>
            {`Restore ${formatCount(dismissedHere.length, 'dismissed pair')}`}
          </Button>
        )}
      </div>
    </>
  );
}

async function dismiss({ contradiction_id: name }: Contradiction): Promise<void> {
  try {
    const saved_id = await saveNamedItem({ kind: 'dismissed_contradiction', name, value: {} });
    showActionToast('Pair dismissed', 'Undo', () => void deleteSavedItem({ saved_id, name }));
  } catch (error) {
    showRequestError('The pair was not dismissed', error);
  }
}

/** `2 pairs of passages may contradict each other. Comparing the passages of 8 more questions…` */
function describeContradictions({ total, pending_count }: ContradictionList, openCount: number): string {
  const sentences = [
    openCount > 0 &&
      `${formatCount(openCount, 'pair of passages', 'pairs of passages')} about the same question may contradict each other.`,
    openCount === 0 &&
      pending_count === 0 &&
      'No cited passage contradicts another one, as far as numbers and negations show.',
    total > contradictionsMax && `The ${contradictionsMax} pairs cited most are listed.`,
    pending_count > 0 &&
      `Comparing the passages of ${formatCount(pending_count, openCount > 0 ? 'more question' : 'question')}…`,
  ];
  return sentences.filter(Boolean).join(' ');
}
