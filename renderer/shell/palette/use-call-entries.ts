import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { createElement, useEffect, useMemo, useState } from 'react';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import type { CallFilter } from '../../../shared/calls/call-filter.ts';
import type { CallRecord } from '../../../shared/calls/calls.ts';
import { normalizePhoneNumber } from '../../../shared/calls/phone-number.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { agentsQuery } from '../../features/agents/agents-query.ts';
import { describeCall } from '../../features/calls/call-labels.ts';
import { keepSidebarTab } from '../../features/calls/calls-store.ts';
import { getMatchLink } from '../../features/calls/get-match-link.ts';
import { SearchMatchLine } from '../../features/calls/list/search-match-line.tsx';
import { formatRecipient } from '../../features/calls/format-recipient.ts';
import { formatRelativeTime } from '../../format/format-time.ts';
import { app } from '../../data/service-clients.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { scoreText } from './score-text.ts';

/** How long the user must pause typing before a search starts. */
const debounceMs = 120;
const maxPerFilter = 4;

type CallEntries = {
  readonly entries: readonly PaletteEntry[];
  readonly isSearching: boolean;
  /** The reason why the search failed, or null. */
  readonly error: Error | null;
};

type FoundCalls = { readonly query: string; readonly calls: readonly CallRecord[] };

/**
 * Returns the calls whose number, agent name, transcript, metadata, tags or notes match the text. The previous results stay until the new ones
 * arrive. Typing on aborts a running search.
 */
export function useCallEntries(text: string): CallEntries {
  const navigate = useNavigate();
  const trimmed = text.trim().slice(0, limits.queryLength);
  const query = useDebounced(trimmed);
  const agents = useQuery(agentsQuery);
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette-call-search', query],
    enabled: query !== '' && !agents.isPending,
    queryFn: ({ signal }) => findCalls(query, agents.data ?? [], signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const entries = useMemo(() => {
    const found = trimmed === '' ? undefined : data;
    return (found?.calls ?? []).map((call): PaletteEntry => {
      const { call_id, match } = call;
      return {
        id: `call:${call_id}`,
        label: formatRecipient(call),
        detail: match ? createElement(SearchMatchLine, { match, query: found?.query ?? '' }) : formatCallDetail(call),
        kind: 'Call',
        icon: Phone,
        disabledReason: null,
        run: () => {
          const { search, tab } = getMatchLink(match, found?.query ?? '');
          keepSidebarTab(tab);
          void navigate({ to: '/calls/$callId', params: { callId: call_id }, search });
        },
        ...(match && {
          secondaryAction: {
            label: 'Show all matching calls',
            run: () => void navigate({ to: '/calls', search: { text: found?.query } }),
          },
        }),
      };
    });
  }, [data, navigate, trimmed]);
  const isSearching = trimmed !== '' && (isFetching || agents.isPending || query !== trimmed);
  return { entries, isSearching, error: isSearching ? null : error };
}

/** Searches by number, agent and text in parallel. A call found by several of them appears once, at its first position. */
async function findCalls(query: string, agents: readonly AgentRecord[], signal: AbortSignal): Promise<FoundCalls> {
  const digits = /^\+?(\d+)$/.exec(normalizePhoneNumber(query))?.[1]?.slice(0, 15) ?? '';
  const matchingAgents = query.length > 1 ? agents.filter(({ name }) => scoreText(query, name) !== null) : [];
  const filters: readonly CallFilter[] = [
    ...(digits.length > 2 ? [{ number: digits }] : []),
    { text: query },
    ...matchingAgents.slice(0, 2).map(({ agent_id }) => ({ agent: agent_id })),
  ];
  const pages = await Promise.all(
    filters.map((filter) => app(appRoutes.listCallRecords, { query: { ...filter, limit: maxPerFilter }, signal })),
  );
  const byId = new Map<string, CallRecord>();
  for (const call of pages.flatMap(({ data }) => data)) if (!byId.has(call.call_id)) byId.set(call.call_id, call);
  return { query, calls: [...byId.values()] };
}

function formatCallDetail(call: CallRecord): string {
  const { label } = describeCall(call);
  const time = formatRelativeTime(new Date(call.created_at), new Date());
  return `${call.agent_name} · ${label} · ${call.recipient_number === '' ? `Seen ${time}` : time}`;
}

/** Returns the value once it has not changed for `debounceMs`. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
