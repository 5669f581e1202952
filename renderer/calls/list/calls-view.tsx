import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { PhoneOutgoing } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { CallSortField, CallRecord } from '../../../shared/calls.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { formatCount } from '../../format/format-number.ts';
import { callPageQuery } from '../calls-query.ts';
import { hasFilters, toCallsQuery, type CallsSearch } from '../calls-search.ts';
import { setOpenedCall } from '../calls-store.ts';
import { getInitialPage } from '../prepare-calls-route.ts';
import { PlaceCallPanel } from '../place-call/place-call-panel.tsx';
import { usePlaceCallStore } from '../place-call/place-call-store.ts';
import { CallFilters, noFilters } from './call-filters.tsx';
import { CallListContent } from './call-list-content.tsx';
import { ExportCallsButton } from './export-calls-button.tsx';
import { SearchField } from './search-field.tsx';
import { usePreloadCallView } from './use-call-ahead.ts';
import { SavedViewsMenu } from './saved-views-menu.tsx';
import { useToday } from './use-today.ts';

/** Orders that begin with the largest, the longest or the newest. */
const descendingByDefault: readonly CallSortField[] = ['created', 'duration'];

/** The room of calls: search and filters above, the calls below, the placing of one beside them. */
export function CallsView() {
  const search = useSearch({ from: '/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const isPlacing = usePlaceCallStore((state) => state.isOpen);
  const today = useToday();
  usePreloadCallView();
  const query = useMemo(() => toCallsQuery(search, today), [search, today]);

  const [page] = useState(getInitialPage);
  const wanted = useQuery(callPageQuery(query, page));
  const [shown, setShown] = useState(query);
  if (wanted.data && shown !== query) setShown(query);

  const router = useRouter();
  const change = useCallback(
    (part: Partial<CallsSearch>) => {
      // Another room is being loaded: words that are still being typed must not bring the list back.
      if (router.latestLocation.pathname !== '/calls') return;
      void navigate({ search: (now: CallsSearch) => ({ ...now, ...part }), replace: true });
    },
    [navigate, router],
  );
  const searchWords = useCallback((words: string) => change({ text: words === '' ? undefined : words }), [change]);
  const sort = (order: CallSortField) => {
    const isSame = query.order === order;
    const descending = isSame ? !query.descending : descendingByDefault.includes(order);
    change({ order: order === 'created' ? undefined : order, ascending: descending ? undefined : true });
  };
  const words = shown.filter.text;
  const open = useCallback(
    ({ call_id, match }: CallRecord) => {
      setOpenedCall(call_id);
      void navigate({
        to: '/calls/$callId',
        params: { callId: call_id },
        search: match && words !== undefined ? { t: match.start_seconds, q: words } : {},
      });
    },
    [navigate, words],
  );

  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 items-center gap-3 px-6 pt-4 pb-2">
          <SearchField query={search.text ?? ''} isSearching={wanted.isPending} onSearch={searchWords} />
          <CommandButton id="place-call" isSecondary={isPlacing} icon={<PhoneOutgoing aria-hidden size={15} />}>
            Place a call
          </CommandButton>
        </div>
        <div className="flex shrink-0 items-start gap-3 px-6 pb-1.5">
          <CallFilters search={search} onChange={change} />
          <span className="flex-1" />
          <p role="status" className="shrink-0 py-1.5 text-small text-muted">
            {wanted.data ? formatCount(wanted.data.total, 'call') : ''}
          </p>
          <SavedViewsMenu search={search} onApply={(next) => void navigate({ search: next, replace: true })} />
          <ExportCallsButton filter={query.filter} />
        </div>
        <CallListContent
          firstPage={wanted}
          query={shown}
          isStale={shown !== query}
          isFiltered={hasFilters(search)}
          onClear={() => change(noFilters)}
          onSort={sort}
          onOpen={open}
        />
      </div>
      {isPlacing && <PlaceCallPanel />}
    </div>
  );
}
