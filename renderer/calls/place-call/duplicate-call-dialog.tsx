import type { AgentRecord } from '../../../shared/agents.ts';
import { limits } from '../../../shared/limits.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { formatPhoneNumber } from '../phone-number.ts';
import type { RecentRecipient } from './recent-recipients.tsx';

type DuplicateCallDialogProps = {
  readonly number: string;
  readonly agent: AgentRecord | undefined;
  /** The call before, where it is known. */
  readonly previousCall: RecentRecipient | undefined;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Asks before one agent calls one number again so soon. */
export function DuplicateCallDialog({ number, agent, previousCall, onConfirm, onClose }: DuplicateCallDialogProps) {
  return (
    <ConfirmDialog
      title="Call again so soon?"
      confirmLabel="Call again"
      cancelLabel="Do not call"
      isNonDestructive
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <strong className="font-medium text-ink">{agent?.name ?? 'This agent'}</strong> called{' '}
        <strong className="font-medium text-ink">{formatPhoneNumber(number)}</strong>{' '}
        {previousCall ? (
          <RelativeTime at={previousCall.placed_at} />
        ) : (
          `within the last ${limits.duplicateCallMs / 60_000} minutes`
        )}
        .
      </p>
      <p>A second call is placed beside the first, and both are kept.</p>
    </ConfirmDialog>
  );
}
