import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpenText, Bookmark, Bot, User } from 'lucide-react';
import { useMemo } from 'react';
import { appRoutes } from '../../shared/contract.ts';
import { roleNames } from '../../shared/roles.ts';
import { agentsQuery, savedQuery } from '../calls/calls-cache.ts';
import { fromSavedView } from '../calls/calls-search.ts';
import { chooseSaved } from '../calls/calls-store.ts';
import { chooseAgent, openPlacing } from '../calls/place/place-store.ts';
import { listSavedOf } from '../calls/saved-items.ts';
import { describeStatus } from '../knowledge/document-status.ts';
import { documentsQuery } from '../knowledge/documents-cache.ts';
import { usePermission } from '../session/use-permission.ts';
import { useMembers } from '../team/use-members.ts';
import type { Entry } from './entry.ts';
import { useAdminEntries } from './use-admin-entries.ts';

/** More of an objective, which may be a book, does not fit a line. */
const detailLength = 200;

/** What the window knows as a whole: documents, agents, saved views and what the role may see of the rest. */
export function useRecordEntries(): readonly Entry[] {
  const navigate = useNavigate();
  const documents = useQuery(documentsQuery).data;
  const agents = useQuery(agentsQuery).data;
  const saved = useQuery(savedQuery).data;
  const members = useMembers().data?.data;
  const mayPlace = usePermission(appRoutes.placeRehearsal) === null;
  const ofAdmin = useAdminEntries();
  return useMemo<readonly Entry[]>(() => {
    const all = { unavailable: null } as const;
    return [
      ...(documents ?? []).map((record): Entry => {
        const { document_id, title } = record;
        const open = (tab: 'text' | 'original') =>
          void navigate({ to: '/knowledge', search: { document: document_id, tab } });
        return {
          ...all,
          id: `document:${document_id}`,
          label: title,
          detail: describeStatus(record).word,
          kind: 'Document',
          icon: BookOpenText,
          run: () => open('text'),
          other: { label: 'Open the original', run: () => open('original') },
        };
      }),
      ...(agents ?? []).map((agent): Entry => ({
        ...all,
        id: `agent:${agent.agent_id}`,
        label: agent.name,
        detail: agent.objective.slice(0, detailLength),
        kind: 'Agent',
        icon: Bot,
        run: () => void navigate({ to: '/agents', search: { agent: agent.agent_id } }),
        ...(mayPlace &&
          agent.status === 'active' && {
            other: {
              label: 'Place a call',
              run: () => {
                chooseAgent(agent);
                openPlacing();
                void navigate({ to: '/calls', search: { agent: agent.agent_id } });
              },
            },
          }),
      })),
      ...listSavedOf(saved ?? [], 'call_view').map((view): Entry => ({
        ...all,
        id: `view:${view.saved_id}`,
        label: view.name,
        detail: 'Saved view of the calls',
        kind: 'View',
        icon: Bookmark,
        run: () => {
          chooseSaved(view.saved_id);
          void navigate({ to: '/calls', search: fromSavedView(view.value) });
        },
      })),
      ...(members ?? []).map(({ user_id, email, role }): Entry => ({
        ...all,
        id: `member:${user_id}`,
        label: email,
        detail: roleNames[role],
        kind: 'Member',
        icon: User,
        run: () => void navigate({ to: '/team' }),
      })),
      ...ofAdmin,
    ];
  }, [documents, agents, saved, members, ofAdmin, mayPlace, navigate]);
}
