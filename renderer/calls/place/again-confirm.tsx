import type { AgentRecord } from '../../../shared/agents.ts';
import { limits } from '../../../shared/limits.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Time } from '../../ui/time.tsx';
import { formatNumber } from '../phone-number.ts';
import type { Recent } from './recents.tsx';

type AgainConfirmProps = {
  readonly number: string;
  readonly agent: AgentRecord | undefined;
  /** The call before, where it is known. */
  readonly before: Recent | undefined;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Asks before one agent calls one number again so soon. */
export function AgainConfirm({ number, agent, before, onConfirm, onClose }: AgainConfirmProps) {
  return (
    <Confirm
      title="Call again so soon?"
      deed="Call again"
      safe="Do not call"
      isHarmless
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <strong className="font-medium text-ink">{agent?.name ?? 'This agent'}</strong> called{' '}
        <strong className="font-medium text-ink">{formatNumber(number)}</strong>{' '}
        {before ? <Time at={before.at} /> : `within the last ${limits.duplicateCallMs / 60_000} minutes`}.
      </p>
      <p>A second call is placed beside the first, and both are kept.</p>
    </Confirm>
  );
}
