import { useQuery } from '@tanstack/react-query';
import { PhoneOutgoing } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../shared/window/overview.ts';
import { capitalize } from '../../format/capitalize.ts';
import { formatError } from '../../format/format-error.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { isFirstLoad } from '../../data/is-first-load.ts';
import { useIsLinked, useSession } from '../../data/session/session-query.ts';
import { CommandButton } from '../../ui/commands/command-button.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { followUpsQuery } from '../calls/public.ts';
import { callInsightsQuery, useInsightPeriod } from '../insights/public.ts';
import { describeDocumentStatus } from '../knowledge/public.ts';
import { AttentionList } from './attention-list.tsx';
import { CycleUsage } from './cycle-usage.tsx';
import { FirstSteps } from './first-steps.tsx';
import { FollowUps } from './follow-ups.tsx';
import { useAttentionItems } from './hidden-items.ts';
import { LatestCalls } from './latest-calls.tsx';
import { OpenRequests } from './open-requests.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { overviewQuery } from './overview-query.ts';
import { describeWorkspaceState } from './describe-workspace-state.ts';
import { OverviewRow, OverviewRows, rowLinkClass } from './overview-row.tsx';
import { OverviewSection } from './overview-section.tsx';

/** The start view: workspace state, items that need attention, work in progress, usage, latest calls and build requests. */
export function OverviewView() {
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  useQuery(callInsightsQuery(useInsightPeriod())); // loads the figures at the same time, not after the overview
  // Follow-ups that appear later would move what is below them.
  const areFollowUpsLoading = isFirstLoad(useQuery(followUpsQuery('open')));
  if (error)
    return (
      <ErrorState title="The overview could not be loaded" detail={formatError(error)} onRetry={() => void refetch()} />
    );
  if (!overview || areFollowUpsLoading) return <OverviewSkeleton />;
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
      {!is_empty && <FollowUps />}
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

/** Placeholder while the overview loads. Appears after a delay, so that fast loads do not flicker. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading the overview" className="fade-in-delayed flex flex-col gap-8 px-6 pt-5">
      <div aria-hidden="true" className="flex flex-col gap-3">
        <div className="h-4 w-80 rounded-full bg-well" />
        <div className="h-2.5 w-64 rounded-full bg-well" />
      </div>
      {[3, 1, 5].map((rows, section) => (
        <div key={section} aria-hidden="true">
          <div className="mb-3 h-3 w-28 rounded-full bg-well" />
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="flex h-(--row-height) items-center gap-8 border-t border-line/60">
              <div className="flex-1">
                <div className="h-2.5 rounded-full bg-well" style={{ width: `${38 + ((row * 37) % 45)}%` }} />
              </div>
              <div className="h-2.5 w-36 rounded-full bg-well" />
              <div className="h-2.5 w-16 rounded-full bg-well" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The state of the workspace and its organization. */
export function OverviewHeader({ overview }: { readonly overview: Overview & { readonly hasHiddenItems: boolean } }) {
  const isLinked = useIsLinked();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-title text-balance">{describeWorkspaceState(overview, isLinked)}</h2>
        <Organization organization={overview.organization} />
      </div>
      {!overview.is_empty && (
        <CommandButton id="place-call" icon={<PhoneOutgoing aria-hidden size={15} />}>
          Place a call
        </CommandButton>
      )}
    </div>
  );
}

/** Shows the organization, or only the workspace name if the role cannot read the organization. */
function Organization({ organization }: Pick<Overview, 'organization'>) {
  const { workspace } = useSession();
  if (!organization) return <p className="text-muted">{workspace?.name}</p>;
  const { name, industry, status, subscription_tier: tier } = organization;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted">
      <span className="select-text">{[name, industry].filter(Boolean).join(', ')}</span>
      {status === 'active' ? (
        <StatusLabel tone="good" label="Active" />
      ) : (
        // The remote of a linked workspace can have other statuses, which are shown unchanged.
        <StatusLabel tone="neutral" label={status} />
      )}
      {tier !== '' && <span>{capitalize(tier)} tier</span>}
    </p>
  );
}

type ProcessingDocumentsProps = Pick<Overview, 'processing'>;

/** The documents that are being processed, if there are any. */
export function ProcessingDocuments({ processing: { total, data } }: ProcessingDocumentsProps) {
  if (total === 0) return null;
  const hiddenCount = total - data.length;
  return (
    <OverviewSection
      title={`${formatCount(total, 'document')} processing`}
      more={{ label: 'All documents', link: { to: '/knowledge', search: {} } }}
    >
      <OverviewRows label="Documents in processing">
        {data.map((document) => (
          <ProcessingDocumentRow key={document.document_id} document={document} />
        ))}
      </OverviewRows>
      {hiddenCount > 0 && <p className="pt-1.5 text-small text-muted">and {formatNumber(hiddenCount)} more</p>}
    </OverviewSection>
  );
}

function ProcessingDocumentRow({ document }: { readonly document: Overview['processing']['data'][number] }) {
  const { tone, label, fraction } = describeDocumentStatus(document);
  return (
    <OverviewRow>
      <Link
        to="/knowledge"
        search={{ document: document.document_id }}
        className={`min-w-0 flex-1 truncate font-medium ${rowLinkClass}`}
      >
        {document.title}
      </Link>
      <span className="relative flex h-full w-44 shrink-0 flex-col justify-center">
        <StatusLabel tone={tone} label={label} />
        {fraction !== undefined && (
          <ProgressBar
            label={`Processing ${document.title}`}
            fraction={fraction}
            className="absolute right-0 bottom-1 left-5"
          />
        )}
      </span>
    </OverviewRow>
  );
}
