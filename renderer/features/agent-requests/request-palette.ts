import { queryOptions } from '@tanstack/react-query';
import { PhoneOutgoing, Sparkles } from 'lucide-react';
import { agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { formatRequestName } from './format-request-name.ts';
import { requestsQuery } from './requests-query.ts';

export const requestPalette: PaletteSource = {
  createQuery: ({ session, navigate }) =>
    queryOptions({
      ...requestsQuery,
      enabled: explainMissingPermission(session, appRoutes.listAgentRequestRecords) === null,
      select: ({ data }) =>
        data.flatMap((request): readonly PaletteEntry[] => {
          const { request_id, status, build_agent_id: agentId } = request;
          const name = formatRequestName(request);
          const entry: PaletteEntry = {
            id: `request:${request_id}`,
            label: name,
            detail: agentRequestStatusLabels[status],
            kind: 'Request',
            icon: Sparkles,
            disabledReason: null,
            run: () => void navigate({ to: '/agents', search: { request: request_id } }),
          };
          if (status !== 'uat' || agentId === null) return [entry];
          return [
            entry,
            {
              id: `try-build:${request_id}`,
              label: `Try the build of ${name}`,
              detail: null,
              kind: 'Acceptance test',
              icon: PhoneOutgoing,
              disabledReason: explainMissingPermission(session, appRoutes.placeSimulatedCall),
              run: () => void navigate({ to: '/agents/$agentId', params: { agentId }, search: { tab: 'try' } }),
            },
          ];
        }),
    }),
};
