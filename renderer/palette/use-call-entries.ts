import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { createElement, useEffect, useMemo, useState } from 'react';
import type { AgentRecord } from '../../shared/agents.ts';
import type { CallFilter, CallRecord } from '../../shared/calls.ts';
import { appRoutes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { agentsQuery } from '../calls/calls-query.ts';
import { describeCallStatus } from '../calls/describe-call-status.ts';
import { SearchMatchLine } from '../calls/list/search-match-line.tsx';
import { formatPhoneNumber } from '../calls/phone-number.ts';
import { formatRelativeTime } from '../format/format-time.ts';
import { app } from '../service-clients.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { scoreText } from './score-text.ts';

/** Whoever types on is not done. */
const debounceMs = 120;
const maxPerFilter = 4;

type CallEntries = {
  readonly entries: readonly PaletteEntry[];
  readonly isSearching: boolean;
  /** Why it is not known which calls there are. */
  readonly error: Error | null;
};

type FoundCalls = { readonly words: string; readonly calls: readonly CallRecord[] };

/**
 * The calls with what was typed: in the number, in the agent's name, or said in them. What was found last stays until
 * the answer is there. A request whose answer nobody waits for any longer is given up.
 */
export function useCallEntries(typed: string): CallEntries {
  const navigate = useNavigate();
  const wanted = typed.trim().slice(0, limits.queryLength);
  const words = useDebounced(wanted);
  const agents = useQuery(agentsQuery);
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette-call-search', words],
    enabled: words !== '' && !agents.isPending,
    queryFn: ({ signal }) => findCalls(words, agents.data ?? [], signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const entries = useMemo(() => {
    const found = wanted === '' ? undefined : data;
    return (found?.calls ?? []).map((call): PaletteEntry => {
      const { call_id, match, recipient_number } = call;
      const number = formatPhoneNumber(recipient_number);
      return {
        id: `call:${call_id}`,
        label: number,
        detail: match
          ? createElement(SearchMatchLine, { match: match, query: found?.words ?? '' })
          : describeCall(call),
        kind: 'Call',
        icon: Phone,
        disabledReason: null,
        run: () =>
          void navigate({
            to: '/calls/$callId',
            params: { callId: call_id },
            search: match ? { t: match.start_seconds, q: found?.words } : {},
          }),
        ...(match && {
          secondaryAction: {
            label: 'All calls where it was said',
            run: () => void navigate({ to: '/calls', search: { text: found?.words } }),
          },
        }),
      };
    });
  }, [data, navigate, wanted]);
  const isSearching = wanted !== '' && (isFetching || agents.isPending || words !== wanted);
  return { entries, isSearching, error: isSearching ? null : error };
}

/** Asks by number, by agent and by words at once; a call that was found twice stands where it was found first. */
async function findCalls(words: string, agents: readonly AgentRecord[], signal: AbortSignal): Promise<FoundCalls> {
  const digits = /^[\s+()./\d-]+$/.test(words) ? words.replaceAll(/\D/g, '').slice(0, 15) : '';
  const named = words.length > 1 ? agents.filter(({ name }) => scoreText(words, name) !== null) : [];
  const filters: readonly CallFilter[] = [
    ...(digits.length > 2 ? [{ number: digits }] : []),
    { text: words },
    ...named.slice(0, 2).map(({ agent_id }) => ({ agent: agent_id })),
  ];
  const answers = await Promise.all(
    filters.map((filter) => app(appRoutes.listCallRecords, { query: { ...filter, limit: maxPerFilter }, signal })),
  );
  const byId = new Map<string, CallRecord>();
  for (const call of answers.flatMap(({ data }) => data)) if (!byId.has(call.call_id)) byId.set(call.call_id, call);
  return { words, calls: [...byId.values()] };
}

function describeCall({ agent_name, status, created_at }: CallRecord): string {
  const { label } = describeCallStatus(status);
  return `${agent_name} · ${label} · ${formatRelativeTime(new Date(created_at), new Date())}`;
}

/** The value as it has been for a moment. */
function useDebounced(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
