import { queryOptions } from '@tanstack/react-query';
import { Bookmark, Phone } from 'lucide-react';
import { createElement } from 'react';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import type { CallFilter } from '../../../shared/calls/call-filter.ts';
import type { CallRecord } from '../../../shared/calls/calls.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { PaletteSource, WindowContext } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { queryClient } from '../../data/query-client.ts';
import { scoreText } from '../../data/score-text.ts';
import { app } from '../../data/service-clients.ts';
import { formatRelativeTime, unknownDate } from '../../format/format-time.ts';
import { normalizePhoneNumber } from '../../format/phone-number.ts';
import { agentsQuery } from '../agents/public.ts';
import { filterSavedItems, savedItemsQuery } from '../saved-items/public.ts';
import { describeCall } from './call-labels.ts';
import { fromSavedView } from './calls-search.ts';
import { keepSidebarTab, selectSavedView } from './calls-store.ts';
import { formatRecipient } from './format-recipient.ts';
import { getMatchLink } from './get-match-link.ts';
import { SearchMatchLine } from './list/search-match-line.tsx';

const maxPerFilter = 4;

/** The saved views of calls, and the calls whose number, agent, transcript, metadata, tags or notes match. */
export const callPalette: PaletteSource = {
  createQuery: ({ navigate }) =>
    queryOptions({
      ...savedItemsQuery,
      select: (saved) =>
        filterSavedItems(saved, 'call_view').map((view): PaletteEntry => ({
          id: `view:${view.saved_id}`,
          label: view.name,
          detail: 'Saved view of calls',
          kind: 'View',
          icon: Bookmark,
          disabledReason: null,
          run: () => {
            selectSavedView(view.saved_id);
            void navigate({ to: '/calls', search: fromSavedView(view.value) });
          },
        })),
    }),
  search: {
    title: 'Calls',
    find: async (query, context, signal) => {
      const agents = await queryClient.ensureQueryData(agentsQuery).catch(() => []); // it finds calls by their text, too
      const calls = await findCalls(query, agents, signal);
      return calls.map((call) => toEntry(call, query, context));
    },
  },
};

/** Searches by number, agent and text in parallel. A call found by several of them appears once, at its first position. */
async function findCalls(
  query: string,
  agents: readonly AgentRecord[],
  signal: AbortSignal,
): Promise<readonly CallRecord[]> {
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
  return [...byId.values()];
}

function toEntry(call: CallRecord, query: string, { navigate }: WindowContext): PaletteEntry {
  const { call_id, match } = call;
  return {
    id: `call:${call_id}`,
    label: formatRecipient(call),
    detail: match ? createElement(SearchMatchLine, { match, query }) : formatDetail(call),
    kind: 'Call',
    icon: Phone,
    disabledReason: null,
    run: () => {
      const { search, tab } = getMatchLink(match, query);
      keepSidebarTab(tab);
      void navigate({ to: '/calls/$callId', params: { callId: call_id }, search });
    },
    ...(match && {
      secondaryAction: {
        label: 'Show all matching calls',
        run: () => void navigate({ to: '/calls', search: { text: query } }),
      },
    }),
  };
}

function formatDetail(call: CallRecord): string {
  const { label } = describeCall(call);
  const { created_at } = call;
  const time = created_at === null ? unknownDate : formatRelativeTime(new Date(created_at), new Date());
  return `${call.agent_name} · ${label} · ${time}`;
}
