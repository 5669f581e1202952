import { queryOptions } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import type { AgentRecord } from '../../../shared/agents/agents.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { agentsQuery } from './agents-query.ts';

/** Objectives can be very long, and the palette shows one line. */
const maxDetailLength = 200;

export const agentPalette: PaletteSource = {
  createQuery: ({ session, navigate }) => {
    const canPlaceCall = explainMissingPermission(session, appRoutes.placeSimulatedCall) === null;
    const toEntry = ({ agent_id, name, objective, status }: AgentRecord): PaletteEntry => ({
      id: `agent:${agent_id}`,
      label: name,
      detail: objective.slice(0, maxDetailLength),
      kind: 'Agent',
      icon: Bot,
      disabledReason: null,
      run: () => void navigate({ to: '/agents', search: { agent: agent_id } }),
      ...(canPlaceCall &&
        status === 'active' && {
          secondaryAction: {
            label: 'Place a call',
            run: () => void navigate({ to: '/calls', search: { agent: agent_id, placeCallWith: agent_id } }),
          },
        }),
    });
    return queryOptions({ ...agentsQuery, select: (agents) => agents.map(toEntry) });
  },
};
