import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, ReceiptText, Sparkles } from 'lucide-react';
import { useMemo } from 'react';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { requestStatusNames } from '../../shared/request-status.ts';
import { roleNames } from '../../shared/roles.ts';
import { requestsQuery } from '../agents/agents-cache.ts';
import { nameRequest } from '../agents/name-request.ts';
import { invoicesQuery } from '../billing/billing-cache.ts';
import { statusWords } from '../billing/invoice-status.tsx';
import { formatDollars } from '../format/format-money.ts';
import { keysQuery } from '../keys/keys-query.ts';
import { usePermission } from '../session/use-permission.ts';
import type { Entry } from './entry.ts';

/** Requests, invoices and keys, each where the role may see it. */
export function useAdminEntries(): readonly Entry[] {
  const navigate = useNavigate();
  const mayList = usePermission(appRoutes.listRequestRecords) === null;
  const mayBill = usePermission(appRoutes.listInvoiceRecords) === null;
  const mayKeys = usePermission(v1Routes.listApiKeys) === null;
  const requests = useQuery({ ...requestsQuery, enabled: mayList }).data?.data;
  const invoices = useQuery({ ...invoicesQuery, enabled: mayBill }).data?.data;
  const keys = useQuery({ ...keysQuery, enabled: mayKeys }).data;
  return useMemo<readonly Entry[]>(() => {
    const all = { unavailable: null } as const;
    return [
      ...(requests ?? []).map((request): Entry => ({
        ...all,
        id: `request:${request.request_id}`,
        label: nameRequest(request),
        detail: requestStatusNames[request.status],
        kind: 'Request',
        icon: Sparkles,
        run: () => void navigate({ to: '/agents', search: { request: request.request_id } }),
      })),
      ...(invoices ?? []).map(({ invoice_id, number, amount_due_usd, status }): Entry => ({
        ...all,
        id: `invoice:${invoice_id}`,
        label: number,
        detail: `${formatDollars(amount_due_usd)} · ${statusWords[status]}`,
        kind: 'Invoice',
        icon: ReceiptText,
        run: () => void navigate({ to: '/billing', search: { invoice: invoice_id } }),
      })),
      ...(keys ?? []).map(({ key_id, name, role, revoked_at }): Entry => ({
        ...all,
        id: `key:${key_id}`,
        label: name,
        detail: `${roleNames[role]} key${revoked_at === null ? '' : ' · revoked'}`,
        kind: 'Key',
        icon: KeyRound,
        run: () => void navigate({ to: '/keys', search: { key: key_id } }),
      })),
    ];
  }, [requests, invoices, keys, navigate]);
}
