import {
  CircleAlert,
  CircleCheck,
  Clock,
  CloudOff,
  KeyRound,
  RefreshCw,
  TriangleAlert,
  Unplug,
  type LucideIcon,
} from 'lucide-react';
import type { SyncPartId, SyncState, SyncStatus } from '../../../shared/workspaces/sync.ts';
import { formatClockTime } from '../../format/format-day.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';

type SyncDescription = {
  readonly icon: LucideIcon;
  readonly color: string;
  /** Three words at most. */
  readonly label: string;
  /** Explains the status in sentences. */
  readonly detail: string;
};

const icons = {
  up_to_date: { icon: CircleCheck, color: 'text-good' },
  syncing: { icon: RefreshCw, color: 'text-info' },
  waiting: { icon: Clock, color: 'text-info' },
  out_of_date: { icon: TriangleAlert, color: 'text-warn' },
  needs_you: { icon: CircleAlert, color: 'text-bad' },
  offline: { icon: CloudOff, color: 'text-warn' },
  paused: { icon: KeyRound, color: 'text-bad' },
  wrong_organization: { icon: Unplug, color: 'text-bad' },
} as const satisfies Record<SyncState, { readonly icon: LucideIcon; readonly color: string }>;

export const syncPartNames = {
  organization: 'Organization',
  members: 'Members',
  documents: 'Documents',
  agents: 'Agents',
  calls: 'Calls',
  requests: 'Build requests',
  call_details: 'Dates and numbers of calls',
  shared_work: 'Reviews and notes',
  usage: 'Usage',
  invoices: 'Invoices',
} as const satisfies Record<SyncPartId, string>;

/** Whether nothing is synced until the connection is changed. */
export function isRefused({ state }: SyncStatus): boolean {
  return state === 'paused' || state === 'wrong_organization';
}

export function describeSyncStatus(status: SyncStatus): SyncDescription {
  return { ...icons[status.state], label: formatLabel(status), detail: formatDetail(status) };
}

function formatLabel({ state, waiting, needs_you, parts }: SyncStatus): string {
  switch (state) {
    case 'up_to_date':
      return 'Up to date';
    case 'syncing':
      return 'Syncing';
    case 'waiting':
      return `${formatNumber(waiting)} waiting`;
    case 'out_of_date':
      return formatUnread(parts) ?? 'Out of date';
    case 'needs_you':
      return needs_you === 1 ? '1 needs you' : `${formatNumber(needs_you)} need you`;
    case 'offline':
      return 'Offline';
    case 'paused':
      return 'API key needed';
    case 'wrong_organization':
      return 'Wrong organization';
  }
}

/** Returns `3 unreadable` if only single items could not be read; otherwise null. */
function formatUnread(parts: SyncStatus['parts']): string | null {
  const incomplete = parts.filter(({ error }) => error !== null);
  if (incomplete.length === 0 || incomplete.some(({ unread_items }) => unread_items === 0)) return null;
  return `${formatNumber(incomplete.reduce((sum, { unread_items }) => sum + unread_items, 0))} unreadable`;
}

function formatDetail(status: SyncStatus): string {
  const { state, since, reason, waiting, needs_you, reached_at, parts } = status;
  switch (state) {
    case 'up_to_date':
      return `${describeScope(parts)} has been up to date since ${formatClockTime(since)}.`;
    case 'syncing':
      return formatProgress(status);
    case 'waiting':
      return `${formatCount(waiting, 'change waits', 'changes wait')} for the next attempt.`;
    case 'out_of_date':
      return `Some data could not be refreshed. ${reason ?? ''}`.trim();
    case 'needs_you':
      return `${formatCount(needs_you, 'change needs', 'changes need')} your decision.`;
    case 'offline':
      return [
        reason ?? 'The remote cannot be reached.',
        reached_at === null ? '' : `Last reached ${formatClockTime(reached_at)}.`,
        formatKept(waiting),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
    case 'paused':
      return `${reason ?? 'The remote refused the API key.'} ${formatKept(waiting)}`.trim();
    case 'wrong_organization':
      return `${reason ?? 'The remote does not have the organization.'} ${formatKept(waiting)}`.trim();
  }
}

function describeScope(parts: SyncStatus['parts']): string {
  return parts.every(({ is_permitted }) => is_permitted) ? 'Everything' : 'Everything that this API key can read';
}

/** Counts the parts while they are fetched for the first time. */
function formatProgress({ parts, waiting }: SyncStatus): string {
  const fetched = parts.filter(({ refreshed_at, is_permitted }) => refreshed_at !== null || !is_permitted).length;
  const failed = parts.filter(({ refreshed_at, error }) => refreshed_at === null && error !== null).length;
  if (fetched + failed < parts.length)
    return `Fetching data for the first time: ${formatNumber(fetched)} of ${formatNumber(parts.length)} parts.`;
  return waiting > 0 ? `Sending ${formatCount(waiting, 'change')}.` : 'Fetching the latest data.';
}

function formatKept(waiting: number): string {
  return waiting === 0 ? '' : `${formatCount(waiting, 'waiting change is', 'waiting changes are')} kept.`;
}
