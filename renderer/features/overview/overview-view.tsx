import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../../shared/window/overview.ts';
import { formatError } from '../../format/format-error.ts';
import { useInsightPeriod, callInsightsQuery } from '../insights/public.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { AttentionList } from './attention-list.tsx';
import { CycleUsage } from './cycle-usage.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useAttentionItems } from './hidden-items.ts';
import { LatestCalls } from './latest-calls.tsx';
import { OpenRequests } from './open-requests.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { overviewQuery } from './overview-query.ts';
import { OverviewHeader } from './overview-header.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { ProcessingDocuments } from './processing-documents.tsx';
import { useIsLinked } from '../../data/session/session-query.ts';

/** The start view: workspace state, items that need attention, work in progress, usage, latest calls and build requests. */
export function OverviewView() {
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  useQuery(callInsightsQuery(useInsightPeriod())); // loads the figures at the same time, not after the overview
  if (error)
    return (
      <ErrorState title="The overview could not be loaded" detail={formatError(error)} onRetry={() => void refetch()} />
    );
  if (!overview) return <OverviewSkeleton />;
  return <LoadedOverview overview={overview} />;
}

function LoadedOverview({ overview }: { readonly overview: Overview }) {
  const isLinked = useIsLinked();
  const { is_empty, attention, processing, cycle, requests } = overview;
  const items = useAttentionItems(attention, cycle);
  const shown = {
    ...overview,
    attention: items.shown.map(({ item }) => item),
    hasHiddenItems: items.shown.length < attention.length,
  };
  return (
    <div className="@container flex h-full flex-col gap-6 overflow-y-auto px-6 pt-4 pb-8">
      <OverviewHeader overview={shown} />
      {!is_empty && <OverviewFigures overview={overview} />}
      {is_empty && <FirstSteps />}
      {/* The heading of a linked workspace says that nothing needs attention. */}
      {(attention.length > 0 || (!is_empty && !isLinked)) && <AttentionList items={items} />}
      <ProcessingDocuments processing={processing} />
      {!is_empty && (
        <>
          <CycleUsage cycle={cycle} />
          <LatestCalls calls={overview.calls.data} />
          <OpenRequests requests={requests} />
        </>
      )}
    </div>
  );
}
