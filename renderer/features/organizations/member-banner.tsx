import { UserRound } from 'lucide-react';
import { useSession } from '../../data/session/session-query.ts';
import { openOverlay } from '../../data/overlay-store.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { chooseMember } from './choose-member.ts';

/** Asks once in each workspace who uses the window, and again if that member was removed or suspended. */
export function MemberBanner() {
  const { asks_for_member } = useSession();
  if (!asks_for_member) return null;
  return (
    <Banner
      label="User of this window"
      tone="warn"
      icon={UserRound}
      action={
        <span className="flex shrink-0 gap-2">
          <Button size="small" onClick={() => void skip()}>
            Not now
          </Button>
          <Button size="small" onClick={() => openOverlay('choose-member')}>
            Choose…
          </Button>
        </span>
      }
    >
      <span className="font-medium">Who uses this window?</span> Notes, reviews and the activity show your name.
    </Banner>
  );
}

function skip(): Promise<void> {
  return chooseMember(null).catch((error: unknown) => showRequestError('The choice was not saved', error));
}
