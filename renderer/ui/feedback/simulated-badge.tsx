import type { CallRecord } from '../../../shared/calls/calls.ts';
import { classNames } from '../page/class-names.ts';
import { practiceNotice, simulationNotice, trialNotice } from '../../format/simulation-notices.ts';

type SimulatedBadgeProps = {
  readonly call: Pick<CallRecord, 'simulated' | 'practice'> & Partial<Pick<CallRecord, 'trial'>>;
};

/**
 * Marks a simulated call. In a narrow list, a trial of a draft and a practice call have only their word and any other call only the icon. The icon is a
 * single path, because scrolling draws a hundred rows per second.
 */
export function SimulatedBadge({ call: { simulated, practice, trial = false } }: SimulatedBadgeProps) {
  if (!simulated) return null;
  const description = trial ? trialNotice : practice ? practiceNotice : simulationNotice;
  const hasWord = practice || trial;
  return (
    <span
      title={description}
      className="ml-1.5 inline-flex shrink-0 items-center gap-1 align-middle text-caption text-muted"
    >
      <svg
        aria-hidden
        width="12"
        height="12"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        className={classNames(hasWord && 'hidden @4xl:inline')}
      >
        <path d="M1.500 2c3 1 6 1 9 0v4c0 2.800-2 4.500-4.500 4.500S1.500 8.800 1.500 6ZM3.800 5h1M7.200 5h1M4.500 7.800c1 .8 2 .8 3 0" />
      </svg>
      <span aria-hidden="true" className={classNames(hasWord ? 'text-ink' : 'hidden @4xl:inline')}>
        {trial ? 'Draft' : practice ? 'Practice' : 'Simulated'}
      </span>
      <span className="sr-only">, {description}</span>
    </span>
  );
}
