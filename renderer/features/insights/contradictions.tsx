import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  contradictionsMax,
  type Contradiction,
  type ContradictionList,
} from '../../../shared/insights/contradictions.ts';
import { saveNamedItem, filterSavedItems, deleteSavedItem, savedItemsQuery } from '../saved-items/public.ts';
import { formatCount } from '../../format/format-number.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { useItemRemoval } from '../../ui/tables/use-row-removal.ts';
import { ContradictionRow } from './contradiction-row.tsx';
import type { InsightPeriod } from './find-period.ts';
import { InsightSection, SectionError, SectionSkeleton, ShowAllButton } from './insight-section.tsx';
import { contradictionsQuery } from './insights-query.ts';
import { useIsLinked } from '../../data/session/session-query.ts';

type ContradictionsProps = { readonly period: InsightPeriod; readonly agent: string | undefined };

/** More contradictions are shown on request. */
const firstRows = 5;

/** Pairs of passages about the same question that may contradict each other. */
export function Contradictions(props: ContradictionsProps) {
  const isLinked = useIsLinked();
  const { data: pairs } = usePairs(props, { isEnabled: !isLinked });
  return (
    <InsightSection
      title={
        pairs && pairs.open.length > 0
          ? formatCount(pairs.open.length, 'possible contradiction')
          : 'Possible contradictions'
      }
      linkedNotice="The remote does not report where in a document the cited passages are."
    >
      <LocalContradictions {...props} />
    </InsightSection>
  );
}

/** Loads the pairs of a period: those that are open, and the saved items of those that were dismissed. */
function usePairs({ period, agent }: ContradictionsProps, { isEnabled = true } = {}) {
  const list = useQuery({ ...contradictionsQuery(period, agent), enabled: isEnabled });
  const { data: saved } = useQuery(savedItemsQuery);
  if (!list.data || !saved) return { error: list.error, refetch: list.refetch };
  const { data: found, ...counts } = list.data;
  const dismissed = filterSavedItems(saved, 'dismissed_contradiction').filter(({ name }) =>
    found.some(({ contradiction_id }) => contradiction_id === name),
  );
  const open = found.filter(({ contradiction_id }) => dismissed.every(({ name }) => name !== contradiction_id));
  return { error: list.error, refetch: list.refetch, data: { ...counts, open, dismissed } };
}

function LocalContradictions(props: ContradictionsProps) {
  const { data: pairs, error, refetch } = usePairs(props);
  const [showsAll, setShowsAll] = useState(false);
  const listElement = useItemRemoval<HTMLOListElement>();
  if (error)
    return <SectionError message="The possible contradictions could not be loaded." error={error} onRetry={refetch} />;
  if (!pairs) return <SectionSkeleton label="Loading possible contradictions" />;
  const { open, dismissed } = pairs;
  return (
    <>
      <p role="status" aria-busy={pairs.pending_count > 0} className="text-muted">
        {describePairs(pairs)}
      </p>
      {open.length > 0 && (
        <ol ref={listElement} aria-label="Possible contradictions" className="mt-2 border-t border-line/60">
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
        {open.length > firstRows && <ShowAllButton count={open.length} showsAll={showsAll} onChange={setShowsAll} />}
        {dismissed.length > 0 && (
          <Button variant="quiet" size="small" onClick={() => void Promise.all(dismissed.map(deleteSavedItem))}>
            {`Restore ${formatCount(dismissed.length, 'dismissed pair')}`}
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

type PairCounts = Pick<ContradictionList, 'total' | 'pending_count'> & {
  readonly open: readonly Contradiction[];
  readonly dismissed: readonly unknown[];
};

/** `In each pair, two passages … Comparing the passages of 8 more questions…` */
function describePairs({ open, dismissed, total, pending_count }: PairCounts): string {
  const hasOpen = open.length > 0;
  const sentences = [
    hasOpen &&
      'In each pair, two passages about the same question have different numbers, or only one of them has a negation.',
    !hasOpen &&
      dismissed.length > 0 &&
      `You have dismissed ${formatCount(dismissed.length, 'possible contradiction')}.`,
    !hasOpen &&
      dismissed.length === 0 &&
      pending_count === 0 &&
      'No cited passage differs from another one about the same question in its numbers or in a negation.',
    total > contradictionsMax && `The ${contradictionsMax} most cited pairs are listed.`,
    pending_count > 0 &&
      `Comparing the passages of ${formatCount(pending_count, hasOpen ? 'more question' : 'question')}…`,
  ];
  return sentences.filter(Boolean).join(' ');
}
