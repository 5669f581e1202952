import { queryOptions } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { isLinked } from '../../data/session/session-query.ts';
import { agentsQuery } from '../agents/public.ts';

/** Opens the editor of an agent. The remote of a linked workspace edits its agents itself. */
export const agentEditorPalette: PaletteSource = {
  createQuery: ({ session, navigate }) => {
    const canEdit = !isLinked(session) && explainMissingPermission(session, v1Routes.saveAgentDraft) === null;
    const toEntry = ({ agent_id, name }: AgentRecord): PaletteEntry => ({
      id: `edit-agent:${agent_id}`,
      label: `Edit ${name}`,
      detail: 'Greeting, questions, voice, documents, outcomes',
      kind: 'Editor',
      icon: PenLine,
      disabledReason: null,
      run: () => void navigate({ to: '/agents/$agentId', params: { agentId: agent_id }, search: {} }),
    });
    return queryOptions({ ...agentsQuery, select: (agents) => (canEdit ? agents.map(toEntry) : []) });
  },
};
