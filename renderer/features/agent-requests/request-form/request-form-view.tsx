import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
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
    <div className="h-full pt-4">
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
  );
}
