import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpenText, Bookmark, Bot, User } from 'lucide-react';
import { useMemo } from 'react';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatRole } from '../../format/format-role.ts';
import { agentsQuery } from '../../features/agents/agents-query.ts';
import { fromSavedView } from '../../features/calls/calls-search.ts';
import { selectSavedView } from '../../features/calls/calls-store.ts';
import { selectAgent, openPlaceCallPanel } from '../../features/calls/place-call/place-call-store.ts';
import { filterSavedItems, savedItemsQuery } from '../../features/saved-items/saved-items.ts';
import { describeDocumentStatus } from '../../features/knowledge/document-status.ts';
import { documentsQuery } from '../../features/knowledge/documents-query.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { useMembers } from '../../features/organizations/members-query.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { useAdminEntries } from './use-admin-entries.ts';

/** Objectives can be very long, and the palette shows one line. */
const maxDetailLength = 200;

/** Returns the documents, agents, saved views, members and administration records that the role has access to. */
export function useRecordEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const documents = useQuery(documentsQuery).data;
  const agents = useQuery(agentsQuery).data;
  const saved = useQuery(savedItemsQuery).data;
  const members = useMembers().data?.data;
  const canPlaceCall = useMissingPermission(appRoutes.placeSimulatedCall) === null;
  const adminEntries = useAdminEntries();
  return useMemo<readonly PaletteEntry[]>(() => {
    const all = { disabledReason: null } as const;
    return [
      ...(documents ?? []).map((record): PaletteEntry => {
        const { document_id, title } = record;
        const open = (tab: 'text' | 'original') =>
          void navigate({ to: '/knowledge', search: { document: document_id, tab } });
        return {
          ...all,
          id: `document:${document_id}`,
          label: title,
          detail: describeDocumentStatus(record).label,
          kind: 'Document',
          icon: BookOpenText,
          run: () => open('text'),
          secondaryAction: { label: 'Open original', run: () => open('original') },
        };
      }),
      ...(agents ?? []).map((agent): PaletteEntry => ({
        ...all,
        id: `agent:${agent.agent_id}`,
        label: agent.name,
        detail: agent.objective.slice(0, maxDetailLength),
        kind: 'Agent',
        icon: Bot,
        run: () => void navigate({ to: '/agents', search: { agent: agent.agent_id } }),
        ...(canPlaceCall &&
          agent.status === 'active' && {
            secondaryAction: {
              label: 'Place a call',
              run: () => {
                selectAgent(agent);
                openPlaceCallPanel();
                void navigate({ to: '/calls', search: { agent: agent.agent_id } });
              },
            },
          }),
      })),
      ...filterSavedItems(saved ?? [], 'call_view').map((view): PaletteEntry => ({
        ...all,
        id: `view:${view.saved_id}`,
        label: view.name,
        detail: 'Saved view of calls',
        kind: 'View',
        icon: Bookmark,
        run: () => {
          selectSavedView(view.saved_id);
          void navigate({ to: '/calls', search: fromSavedView(view.value) });
        },
      })),
      ...(members ?? []).map(({ user_id, email, role }): PaletteEntry => ({
        ...all,
        id: `member:${user_id}`,
        label: email,
        detail: formatRole(role),
        kind: 'Member',
        icon: User,
        run: () => void navigate({ to: '/team' }),
      })),
      ...adminEntries,
    ];
  }, [documents, agents, saved, members, adminEntries, canPlaceCall, navigate]);
}
