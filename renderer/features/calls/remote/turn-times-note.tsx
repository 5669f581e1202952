import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { CallTimeline } from '../../../../shared/calls/calls.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { queryClient } from '../../../data/query-client.ts';
import { app } from '../../../data/service-clients.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useBusy } from '../../../ui/feedback/use-busy.ts';

const stepSeconds = 0.5;

/** Shows that the times of a transcript are estimated, and shifts all of them. */
export function TurnTimesNote({ timeline }: { readonly timeline: CallTimeline }) {
  const { call_id, times, turns } = timeline;
  const [isBusy, run] = useBusy();
  if (times === 'exact' || turns.length === 0) return null;
  if (times === 'unknown')
    return <p className="px-6 py-1.5 text-small text-muted">The remote doesn’t send the times of the turns.</p>;
  const shift = async (seconds: number) => {
    try {
      await app(appRoutes.shiftTurnTimes, { params: { call_id }, json: { seconds } });
    } catch (error) {
      showRequestError('The times were not changed', error);
    }
    await queryClient.invalidateQueries({ queryKey: ['timeline', call_id] });
  };
  return (
    <div role="group" aria-label="Estimated times" className="flex flex-wrap items-center gap-2 px-6 py-1 text-small">
      <span
        className="text-muted"
        title="The remote doesn’t send the times of the turns. They are estimated from the recording."
      >
        Times are estimated
      </span>
      {([-1, 1] as const).map((direction) => (
        <Button
          key={direction}
          variant="quiet"
          size="small"
          aria-label={`Move all turns ${stepSeconds} seconds ${direction < 0 ? 'earlier' : 'later'}`}
          aria-busy={isBusy}
          onClick={() => void run(() => shift(direction * stepSeconds))}
        >
          {direction < 0 ? '−' : '+'}
          {stepSeconds} s
        </Button>
      ))}
    </div>
  );
}
