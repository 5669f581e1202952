import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, ReceiptText, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { agentRequestStatusLabels } from '../../../shared/agents/agent-request-status.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import { formatRequestName } from '../../features/agent-requests/format-request-name.ts';
import { invoicesQuery } from '../../features/billing/billing-query.ts';
import { formatInvoiceStatus } from '../../features/billing/invoice-status-badge.tsx';
import { formatDollars } from '../../format/format-money.ts';
import { keysQuery } from '../../features/api-keys/keys-query.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { requestsQuery } from '../../features/agent-requests/requests-query.ts';

/** Returns the build requests, invoices and API keys that the role has access to. */
export function useAdminEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const canListRequests = useMissingPermission(appRoutes.listAgentRequestRecords) === null;
  const canListInvoices = useMissingPermission(appRoutes.listInvoiceRecords) === null;
  const canListKeys = useMissingPermission(v1Routes.listApiKeys) === null;
  const requests = useQuery({ ...requestsQuery, enabled: canListRequests }).data?.data;
  const invoices = useQuery({ ...invoicesQuery, enabled: canListInvoices }).data?.data;
  const keys = useQuery({ ...keysQuery, enabled: canListKeys }).data;
  return useMemo<readonly PaletteEntry[]>(() => {
    const all = { disabledReason: null } as const;
    return [
      ...(requests ?? []).map((request): PaletteEntry => ({
        ...all,
        id: `request:${request.request_id}`,
        label: formatRequestName(request),
        detail: agentRequestStatusLabels[request.status],
        kind: 'Request',
        icon: Sparkles,
        run: () => void navigate({ to: '/agents', search: { request: request.request_id } }),
      })),
      ...(invoices ?? []).map(({ invoice_id, number, amount_due_usd, status }): PaletteEntry => ({
        ...all,
        id: `invoice:${invoice_id}`,
        label: number,
        detail: `${formatDollars(amount_due_usd)} · ${formatInvoiceStatus(status)}`,
        kind: 'Invoice',
        icon: ReceiptText,
        run: () => void navigate({ to: '/billing', search: { invoice: invoice_id } }),
      })),
      ...(keys ?? []).map(({ key_id, name, role, revoked_at }): PaletteEntry => ({
        ...all,
        id: `key:${key_id}`,
        label: name,
        detail: `${roleNames[role]} key${revoked_at === null ? '' : ' · revoked'}`,
        kind: 'API key',
        icon: KeyRound,
        run: () => void navigate({ to: '/keys', search: { key: key_id } }),
      })),
    ];
  }, [requests, invoices, keys, navigate]);
}
