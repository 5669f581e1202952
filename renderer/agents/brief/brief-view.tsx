import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { v1Routes } from '../../../shared/contract.ts';
import { savedQuery } from '../../calls/calls-cache.ts';
import { listSavedOf } from '../../calls/saved-items.ts';
import { tellError } from '../../format/tell-error.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Drawing } from '../../ui/drawing.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { TextSkeleton } from '../../ui/text-skeleton.tsx';
import { BriefForm } from './brief-form.tsx';

/** The one page on which an agent is asked for. */
export function BriefView() {
  const { draft: key } = useSearch({ from: '/agents/new' });
  const unavailable = usePermission(v1Routes.submitRequest);
  const saved = useQuery(savedQuery);
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
        {unavailable !== null ? (
          <Empty drawing={<Drawing name="agents" />} title="Your role asks for no agents">
            {unavailable}
          </Empty>
        ) : saved.isError && !saved.data ? (
          <Failure
            title="The drafts could not be read"
            detail={tellError(saved.error)}
            onRetry={() => void saved.refetch()}
          />
        ) : saved.data && key !== undefined ? (
          <BriefForm
            key={key}
            draftKey={key}
            saved={listSavedOf(saved.data, 'request_draft').find(({ name }) => name === key)}
          />
        ) : (
          <TextSkeleton label="Loading the draft" />
        )}
      </div>
    </div>
  );
}
