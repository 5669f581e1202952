import { useState } from 'react';
import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { formatCount } from '../../../format/format-number.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { formatPhoneNumber } from '../../../format/phone-number.ts';
import type { RecentRecipient } from './recent-recipients.tsx';

type DuplicateCallDialogProps = {
  readonly number: string;
  readonly agent: AgentRecord | undefined;
  /** The earlier call, if it is among the recent ones. */
  readonly previousCall: RecentRecipient | undefined;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Asks for confirmation before the same agent calls the same number again within a few minutes. */
export function DuplicateCallDialog({ number, agent, previousCall, onConfirm, onClose }: DuplicateCallDialogProps) {
  const [openedAtMs] = useState(Date.now);
  const when = previousCall
    ? formatMinutesAgo(openedAtMs - Date.parse(previousCall.placed_at))
    : `within the last ${formatCount(limits.duplicateCallMs / 60_000, 'minute')}`;
  return (
    <ConfirmDialog
      title={`You called this number ${when}. Call again?`}
      confirmLabel="Call again"
      isNonDestructive
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <strong className="font-medium text-ink">{agent?.name ?? 'This agent'}</strong> called{' '}
        <strong className="font-medium text-ink">{formatPhoneNumber(number)}</strong>. If you call again, both calls are
        kept.
      </p>
    </ConfirmDialog>
  );
}

function formatMinutesAgo(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  return minutes < 1 ? 'less than a minute ago' : `${formatCount(minutes, 'minute')} ago`;
}
