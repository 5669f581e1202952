import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { savedQuery } from '../../calls/calls-cache.ts';
import { listSavedOf } from '../../calls/saved-items.ts';
import { tellError } from '../../format/tell-error.ts';
import { PartialFailure } from '../../ui/partial-failure.tsx';
import { Time } from '../../ui/time.tsx';

/** Briefs that have been begun, the latest first. */
export function Drafts({ unavailable }: { readonly unavailable: string | null }) {
  const saved = useQuery(savedQuery);
  const drafts = listSavedOf(saved.data ?? [], 'request_draft').toSorted((a, b) =>
    b.value.saved_at.localeCompare(a.value.saved_at),
  );
  if (unavailable !== null) return null;
  if (saved.isLoadingError)
    return (
      <PartialFailure onRetry={() => void saved.refetch()}>
        The drafts could not be read. {tellError(saved.error)}
      </PartialFailure>
    );
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Drafts" className="flex shrink-0 items-start gap-3 px-6 pt-4">
      <h2 className="py-1 text-small font-normal! text-muted">Drafts</h2>
      <ul className="-m-1 flex max-h-17 min-w-0 flex-wrap gap-1.5 overflow-y-auto p-1">
        {drafts.map(({ saved_id, name: key, value }) => (
          <li key={saved_id}>
            <Link
              to="/agents/new"
              search={{ draft: key }}
              className="inline-flex h-6 max-w-72 items-center gap-1.5 rounded-control border border-line px-2 text-small hover:bg-well"
            >
              <PenLine aria-hidden size={12} className="shrink-0 text-muted" />
              <span className="truncate">{value.name.trim() || value.objective.trim() || 'Without a name'}</span>
              <span className="shrink-0 text-muted">
                <Time at={value.saved_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
