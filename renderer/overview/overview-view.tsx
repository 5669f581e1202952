import { useQuery } from '@tanstack/react-query';
import { tellError } from '../format/tell-error.ts';
import { Failure } from '../ui/failure.tsx';
import { AttentionRows } from './attention-rows.tsx';
import { CycleUsage } from './cycle-usage.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestCalls } from './latest-calls.tsx';
import { OpenRequests } from './open-requests.tsx';
import { overviewQuery } from './overview-cache.ts';
import { OverviewHead } from './overview-head.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { ReadingRows } from './reading-rows.tsx';

/** The first room: how the workspace stands, what needs attention, and what goes on. */
export function OverviewView() {
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  if (error)
    return <Failure title="The overview could not be read" detail={tellError(error)} onRetry={() => void refetch()} />;
  if (!overview) return <OverviewSkeleton />;
  const { is_new, attention, reading } = overview;
  return (
    <div className="@container flex h-full flex-col gap-6 overflow-y-auto px-6 pt-4 pb-8">
      <OverviewHead overview={overview} />
      {is_new && <FirstSteps />}
      {(!is_new || attention.length > 0) && <AttentionRows attention={attention} />}
      <ReadingRows reading={reading} />
      {!is_new && (
        <>
          <CycleUsage cycle={overview.cycle} />
          <LatestCalls calls={overview.calls.data} />
          <OpenRequests requests={overview.requests} />
        </>
      )}
    </div>
  );
}
