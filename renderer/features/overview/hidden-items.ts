import { useQuery } from '@tanstack/react-query';
import type { Attention } from '../../../shared/window/attention.ts';
import type { CycleOverview } from '../../../shared/billing/billing.ts';
import { limits } from '../../../shared/contract/limits.ts';
import {
  type SavedItemByKind,
  saveNamedItem,
  filterSavedItems,
  deleteSavedItem,
  savedItemsQuery,
} from '../saved-items/public.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { useNow } from '../../ui/page/use-now.ts';

type HiddenItem = SavedItemByKind<'hidden_item'>;

/** An item of the overview with the key under which it is hidden. */
export type KeyedAttention = { readonly key: string; readonly item: Attention };

/** The items that need attention, in the order of the service. Hidden ones return at their time, or when they change. */
export type AttentionItems = {
  readonly shown: readonly KeyedAttention[];
  readonly hidden: readonly KeyedAttention[];
  readonly hide: (item: KeyedAttention, until: Date | null) => Promise<void>;
  readonly showHidden: () => Promise<void>;
};

export function useAttentionItems(attention: readonly Attention[], cycle: CycleOverview | null): AttentionItems {
  const saved = filterSavedItems(useQuery(savedItemsQuery).data ?? [], 'hidden_item');
  const now = useNow();
  const cycleStart = cycle?.usage?.billing_period.start ?? '';
  const items = attention.map((item) => ({ key: getAttentionKey(item, cycleStart), item }));
  const isHidden = ({ key }: KeyedAttention) => saved.some((one) => one.name === key && isHiddenAt(one, now));
  const keys = new Set(items.map(({ key }) => key));
  const kinds = new Set<string | undefined>(attention.map(({ kind }) => kind));
  /** An item of a kind that is not listed may be one that only another role sees. */
  const isReplaced = ({ name }: HiddenItem) => !keys.has(name) && kinds.has(name.split(' ', 1)[0]);
  return {
    shown: items.filter((item) => !isHidden(item)),
    hidden: items.filter(isHidden),
    hide: async ({ key }, until) => {
      try {
        // Entries that hide nothing any more are deleted, because the number of saved items is limited.
        await remove(saved.filter((one) => isReplaced(one) || !isHiddenAt(one, now)));
        const value = { until: until && until.toISOString() };
        const saved_id = await saveNamedItem({ kind: 'hidden_item', name: key, value });
        showActionToast('Item hidden', 'Undo', () => void deleteSavedItem({ saved_id, name: key }));
      } catch (error) {
        showRequestError('The item was not hidden', error);
      }
    },
    showHidden: async () => {
      await remove(saved.filter(({ name }) => keys.has(name)));
    },
  };
}

const remove = (items: readonly HiddenItem[]) => Promise.all(items.map(deleteSavedItem));

const isHiddenAt = ({ value: { until } }: HiddenItem, now: number) => until === null || Date.parse(until) > now;

/** Damage and tampering can be hidden for a time only. */
export function canDismiss({ kind }: Attention): boolean {
  return kind !== 'database_damaged' && kind !== 'activity_tampered' && kind !== 'section_unreadable';
}

/** Returns a key that changes when the item does, for example when its count grows. Then a hidden item is shown again. */
export function getAttentionKey(item: Attention, cycleStart: string): string {
  return [item.kind, ...listIdentity(item, cycleStart)].join(' ').slice(0, limits.savedNameLength);
}

function listIdentity(item: Attention, cycleStart: string): readonly (string | number)[] {
  switch (item.kind) {
    case 'request_uat':
      return [item.reason, item.date?.slice(0, 10) ?? '', item.request_id];
    case 'recording_lost':
      return [item.call_id];
    case 'activity_gap':
      return [item.gap.detected_at];
    case 'section_unreadable':
      return [item.view];
    case 'document_failed':
      return [item.count, item.document_id];
    case 'call_failed':
      return [item.count, item.call_id];
    case 'invoice_open':
      return [item.count, item.is_overdue ? 'overdue' : 'open', item.invoice_id];
    case 'usage':
      return [item.notice, cycleStart];
    case 'backup_failed':
      return [item.at];
    case 'invite_pending':
      return [item.count, item.invited_at];
    case 'connection_paused':
      return [item.detail];
    case 'cycles_unconfirmed':
    case 'invoices_in_future':
    case 'changes_undecided':
      return [item.count];
    case 'activity_tampered':
    case 'database_damaged':
      return [];
  }
}
