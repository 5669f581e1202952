import { queryOptions } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
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
        data.map((request): PaletteEntry => ({
          id: `request:${request.request_id}`,
          label: formatRequestName(request),
          detail: agentRequestStatusLabels[request.status],
          kind: 'Request',
          icon: Sparkles,
          disabledReason: null,
          run: () => void navigate({ to: '/agents', search: { request: request.request_id } }),
        })),
    }),
};
