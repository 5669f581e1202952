import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Download, Drama, ListPlus, ListTodo, PhoneOff, PhoneOutgoing } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CallRecord, CallSortField } from '../../../../shared/calls/calls.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import { CommandButton } from '../../../ui/commands/command-button.tsx';
import { useCommand } from '../../../ui/commands/command-context.tsx';
import { startOfDay, toLocalDay } from '../../../format/local-day.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { useNow } from '../../../ui/page/use-now.ts';
import { useIsLinked } from '../../../data/session/session-query.ts';
import { formatCount } from '../../../format/format-number.ts';
import { formatError } from '../../../format/format-error.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Panel } from '../../../ui/dialogs/panel.tsx';
import { TextSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { filterSavedItems, SavedItemsMenu, savedItemsQuery, saveNamedItem } from '../../saved-items/public.ts';
import { agentsQuery } from '../../agents/public.ts';
import { useIsFirstFetch } from '../../outbox/public.ts';
import { describeTotal } from '../call-labels.ts';
import { callPageQuery } from '../calls-query.ts';
import {
  fromSavedView,
  hasFilters,
  isSameSearch,
  toCallsQuery,
  toSavedView,
  type CallsSearch,
} from '../calls-search.ts';
import { selectSavedView, setOpenedCall, useCallsStore } from '../calls-store.ts';
import { followUpsQuery } from '../follow-ups/follow-ups-query.ts';
import { getMatchLink } from '../get-match-link.ts';
import { getInitialPage } from '../prepare-calls-route.ts';
import { closePlaceCallPanel, usePlaceCallStore } from '../place-call/place-call-store.ts';
import { PlaceCallForm } from '../place-call/place-call-form.tsx';
import { CallFilters, noFilters } from './call-filters.tsx';
import { CallListContent } from './call-list-content.tsx';
import { ExportCallsMenu } from './export-calls-menu.tsx';
import { SearchField } from './search-field.tsx';

/** Fields that sort from the newest or longest by default. */
const descendingByDefault: readonly CallSortField[] = ['created', 'duration'];

export function CallsView() {
  const search = useSearch({ from: '/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const isPlacing = usePlaceCallStore((state) => state.isOpen);
  const isLinked = useIsLinked();
  const isFetching = useIsFirstFetch('calls');
  const addCalls = useCommand('add-calls-by-id');
  const today = useToday();
  usePreloadCallView();
  const query = useMemo(() => toCallsQuery(search, today), [search, today]);

  const [page] = useState(getInitialPage);
  const firstPage = useQuery(callPageQuery(query, page));
  const [shownQuery, setShownQuery] = useState(query);
  if (firstPage.data && shownQuery !== query) setShownQuery(query);

  const router = useRouter();
  const updateSearch = useCallback(
    (part: Partial<CallsSearch>) => {
      // While another view is loading, a debounced search must not navigate back to the list.
      if (router.latestLocation.pathname !== '/calls') return;
      void navigate({ search: (current: CallsSearch) => ({ ...current, ...part }), replace: true });
    },
    [navigate, router],
  );
  const searchText = useCallback((text: string) => updateSearch({ text: text || undefined }), [updateSearch]);
  const sort = (order: CallSortField) => {
    const isSame = query.order === order;
    const descending = isSame ? !query.descending : descendingByDefault.includes(order);
    updateSearch({ order: order === 'created' ? undefined : order, ascending: descending ? undefined : true });
  };
  const { text } = shownQuery.filter;
  const open = useCallback(
    ({ call_id, match }: CallRecord) => {
      const link = getMatchLink(match, text ?? '');
      setOpenedCall(call_id, link.tab);
      void navigate({ to: '/calls/$callId', params: { callId: call_id }, search: link.search });
    },
    [navigate, text],
  );

  return (
    <div className="relative flex h-full">
      {/* Scrolls if the filters leave no space for the list. */}
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <div className="flex shrink-0 flex-wrap items-center gap-1.5 px-6 pt-4 pb-2">
          <SearchField query={search.text ?? ''} isSearching={firstPage.isPending} onSearch={searchText} />
          <SavedViewsMenu search={search} onApply={(next) => void navigate({ search: next, replace: true })} />
          {isLinked && (
            <IconButton
              label="Add calls by ID"
              icon={<ListPlus aria-hidden size={15} />}
              disabledReason={addCalls.disabledReason}
              onClick={addCalls.run}
            />
          )}
          <FollowUpsButton />
          <IconButton
            label="Do-not-call list"
            icon={<PhoneOff aria-hidden size={15} />}
            onClick={() => void navigate({ to: '/calls/do-not-call' })}
          />
          <ExportCallsMenu
            calls={{ filter: query.filter }}
            trigger={<IconButton label="Export calls" icon={<Download aria-hidden size={15} />} />}
          />
          <CommandButton id="place-call" isSecondary={isPlacing} icon={<PhoneOutgoing aria-hidden size={15} />}>
            Place a call
          </CommandButton>
        </div>
        <div className="flex shrink-0 items-center gap-3 px-6 pb-1.5">
          <CallFilters search={search} onChange={updateSearch} />
          <p role="status" className="ml-auto min-w-20 shrink-0 py-1.5 text-right text-small text-muted">
            {firstPage.data ? describeTotal(firstPage.data, isFetching) : ''}
          </p>
        </div>
        <CallListContent
          firstPage={firstPage}
          query={shownQuery}
          isStale={shownQuery !== query}
          isFiltered={hasFilters(search)}
          onClear={() => updateSearch(noFilters)}
          onSort={sort}
          onOpen={open}
        />
      </div>
      {isPlacing && <PlaceCallPanel />}
    </div>
  );
}

/** Opens the follow-ups, and shows how many are open. */
function FollowUpsButton() {
  const navigate = useNavigate();
  const count = useQuery(followUpsQuery('open')).data?.length ?? 0;
  return (
    <IconButton
      label={count === 0 ? 'Follow-ups' : formatCount(count, 'follow-up')}
      icon={<ListTodo aria-hidden size={15} />}
      onClick={() => void navigate({ to: '/calls/follow-ups' })}
    />
  );
}

/** Returns the start of the current day, and updates after midnight. */
function useToday(): Date {
  const day = toLocalDay(new Date(useNow()));
  return useMemo(() => startOfDay(day), [day]);
}

/** Loads the code of the call view while the browser is idle, because users open a call from the list next. */
function usePreloadCallView(): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => {
      void import('../call/call-view.tsx');
      void import('../call/waveform/waveform.tsx');
    });
    return () => cancelIdleCallback(idle);
  }, []);
}

type SavedViewsMenuProps = { readonly search: CallsSearch; readonly onApply: (search: CallsSearch) => void };

export function SavedViewsMenu({ search, onApply }: SavedViewsMenuProps) {
  const selectedId = useCallsStore((state) => state.savedViewId);
  const views = useQuery({ ...savedItemsQuery, select: filterSavedViews }).data ?? [];
  const current = views.find(({ saved_id }) => saved_id === selectedId) ?? null;
  return (
    <SavedItemsMenu
      noun="view"
      label="Views"
      items={views}
      current={current}
      isModified={current !== null && !isSameSearch(fromSavedView(current.value), search)}
      deleteConsequence="No calls are deleted."
      onApply={(savedId) => {
        const view = views.find(({ saved_id }) => saved_id === savedId);
        if (!view) return;
        selectSavedView(savedId);
        onApply(fromSavedView(view.value));
      }}
      onSave={async (name) => {
        const savedId = await saveNamedItem({ kind: 'call_view', name, value: toSavedView(search, new Date()) });
        // The view is selected only if the user has not changed the filters meanwhile.
        if (isSameSearch(useCallsStore.getState().search, search)) selectSavedView(savedId);
      }}
    />
  );
}

function filterSavedViews(items: readonly SavedItem[]) {
  return filterSavedItems(items, 'call_view');
}

/** The side panel beside the list that places a call. */
export function PlaceCallPanel() {
  const agents = useQuery(agentsQuery);
  const isRemote = useIsLinked();
  const opener = useRef(document.activeElement);
  const close = () => {
    closePlaceCallPanel();
    const { current } = opener;
    if (current instanceof HTMLElement && current.isConnected && current !== document.body) current.focus();
    else document.querySelector<HTMLElement>('#content')?.focus();
  };
  return (
    <Panel
      title="Place a call"
      subtitle={
        <span className="flex items-center gap-1.5">
          {isRemote ? (
            <PhoneOutgoing aria-hidden size={14} className="shrink-0" />
          ) : (
            <Drama aria-hidden size={14} className="shrink-0" />
          )}
          {isRemote ? 'Real call through the remote' : 'Simulated · no real call will be placed'}
        </span>
      }
      onClose={close}
    >
      {agents.data ? (
        <PlaceCallForm agents={agents.data} />
      ) : agents.isError ? (
        <ErrorState
          title="Agents could not be loaded"
          detail={formatError(agents.error)}
          onRetry={() => void agents.refetch()}
        />
      ) : (
        <TextSkeleton label="Loading agents" />
      )}
    </Panel>
  );
}
