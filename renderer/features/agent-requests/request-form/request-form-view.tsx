import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { filterSavedItems, savedItemsQuery } from '../../saved-items/public.ts';
import { formatError } from '../../../format/format-error.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { Illustration } from '../../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { RequestForm } from './request-form.tsx';

/** The view for writing and submitting a build request. */
export function RequestFormView() {
  const { draft: key } = useSearch({ from: '/agents/new' });
  const disabledReason = useMissingPermission(v1Routes.submitAgentRequest);
  const saved = useQuery(savedItemsQuery);
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Back" className="shrink-0 px-6 pt-4">
        <Link
          to="/agents"
          search={{}}
          className="-ml-1 inline-flex h-6 items-center gap-1 rounded-[4px] px-1 text-small text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden size={13} />
          Agents
        </Link>
      </nav>
      <div className="min-h-0 flex-1">
        {disabledReason !== null ? (
          <EmptyState illustration={<Illustration name="agents" />} title="You can’t submit build requests">
            {disabledReason}
          </EmptyState>
        ) : saved.isError && !saved.data ? (
          <ErrorState
            title="Drafts could not be loaded"
            detail={formatError(saved.error)}
            onRetry={() => void saved.refetch()}
          />
        ) : saved.data && key !== undefined ? (
          <RequestForm
            key={key}
            draftKey={key}
            saved={filterSavedItems(saved.data, 'request_draft').find(({ name }) => name === key)}
          />
        ) : (
          <TextSkeleton label="Loading draft" />
        )}
      </div>
    </div>
  );
}
