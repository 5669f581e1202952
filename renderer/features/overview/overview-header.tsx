import { PhoneOutgoing } from 'lucide-react';
import type { Overview } from '../../../shared/window/overview.ts';
import { CommandButton } from '../../ui/commands/command-button.tsx';
import { useSession, useIsLinked } from '../../data/session/session-query.ts';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { describeWorkspaceState } from './describe-workspace-state.ts';

/** The state of the workspace and its organization. */
export function OverviewHeader({ overview }: { readonly overview: Overview & { readonly hasHiddenItems: boolean } }) {
  const isLinked = useIsLinked();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-title text-balance">{describeWorkspaceState(overview, isLinked)}</h2>
        <Organization organization={overview.organization} />
      </div>
      {!overview.is_empty && (
        <CommandButton id="place-call" icon={<PhoneOutgoing aria-hidden size={15} />}>
          Place a call
        </CommandButton>
      )}
    </div>
  );
}

/** Shows the organization, or only the workspace name if the role cannot read the organization. */
function Organization({ organization }: Pick<Overview, 'organization'>) {
  const { workspace } = useSession();
  if (!organization) return <p className="text-muted">{workspace?.name}</p>;
  const { name, industry, status, subscription_tier: tier } = organization;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted">
      <span className="select-text">{[name, industry].filter(Boolean).join(', ')}</span>
      {status === 'active' ? (
        <StatusLabel tone="good" label="Active" />
      ) : (
        // The remote of a linked workspace can have other statuses, which are shown unchanged.
        <StatusLabel tone="neutral" label={status} />
      )}
      {tier !== '' && <span>{`${tier.charAt(0).toUpperCase()}${tier.slice(1)} tier`}</span>}
    </p>
  );
}
