import { Phone } from 'lucide-react';
import type { Overview } from '../../shared/overview.ts';
import { useCommand } from '../commands/command-context.tsx';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Status } from '../ui/status.tsx';
import { tellState } from './tell-state.ts';

/** How the workspace stands, and whose it is. */
export function OverviewHead({ overview }: { readonly overview: Overview }) {
  const place = useCommand('place-call');
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-title text-balance">{tellState(overview)}</h2>
        <Organization organization={overview.organization} />
      </div>
      {!overview.is_new && (
        <Button
          look="primary"
          size="large"
          icon={<Phone aria-hidden size={15} />}
          unavailable={place.unavailable}
          keys={place.shortcut}
          onClick={place.run}
        >
          Place a call
        </Button>
      )}
    </div>
  );
}

const statusWords = { active: 'Active' } as const;

/** A role that may not read the organization knows the name of the workspace. */
function Organization({ organization }: Pick<Overview, 'organization'>) {
  const { workspace } = useSession();
  if (!organization) return <p className="text-muted">{workspace?.name}</p>;
  const { name, industry, status, subscription_tier: tier } = organization;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted">
      <span className="select-text">{[name, industry].filter(Boolean).join(', ')}</span>
      <Status tone="good" word={statusWords[status]} />
      {tier !== '' && <span>{`${tier.charAt(0).toUpperCase()}${tier.slice(1)} tier`}</span>}
    </p>
  );
}
