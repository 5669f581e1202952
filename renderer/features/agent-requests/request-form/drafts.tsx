import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { filterSavedItems, savedItemsQuery } from '../../saved-items/public.ts';
import { formatError } from '../../../format/format-error.ts';
import { formatCount } from '../../../format/format-number.ts';
import { ErrorBanner } from '../../../ui/feedback/error-banner.tsx';
import { RelativeTime } from '../../../ui/page/relative-time.tsx';

/** Drafts of build requests, newest first. */
export function Drafts({ disabledReason }: { readonly disabledReason: string | null }) {
  const saved = useQuery(savedItemsQuery);
  const drafts = filterSavedItems(saved.data ?? [], 'request_draft').toSorted((a, b) =>
    b.value.saved_at.localeCompare(a.value.saved_at),
  );
  if (disabledReason !== null) return null;
  if (saved.isLoadingError)
    return (
      <ErrorBanner onRetry={() => void saved.refetch()}>
        Drafts could not be loaded. {formatError(saved.error)}
      </ErrorBanner>
    );
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Drafts" className="flex shrink-0 items-start gap-3 px-6 pt-4">
      <h2 className="py-1 text-small font-normal! whitespace-nowrap text-muted">
        {formatCount(drafts.length, 'draft')}
      </h2>
      <ul className="-m-1 flex max-h-17 min-w-0 flex-wrap gap-1.5 overflow-y-auto p-1">
        {drafts.map(({ saved_id, name: key, value }) => (
          <li key={saved_id}>
            <Link
              to="/agents/new"
              search={{ draft: key }}
              className="inline-flex h-6 max-w-72 items-center gap-1.5 rounded-control border border-line px-2 text-small hover:bg-highlight"
            >
              <PenLine aria-hidden size={12} className="shrink-0 text-muted" />
              <span className="truncate">{value.name.trim() || value.objective.trim() || 'Unnamed agent'}</span>
              <span className="shrink-0 text-muted">
                <RelativeTime at={value.saved_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
