import type { CallRecord } from '../../shared/calls.ts';

type SimulatedBadgeProps = { readonly call: Pick<CallRecord, 'simulated' | 'practice'> };

/** Says of each rehearsal that it is one. The mask is a single shape: a hundred rows a second are drawn while scrolling. */
export function SimulatedBadge({ call: { simulated, practice } }: SimulatedBadgeProps) {
  if (!simulated) return null;
  const words = practice ? 'Rehearsal: you played the recipient' : 'Rehearsal: nobody was dialled';
  return (
    <span title={words} className="ml-1 inline-flex items-center gap-1 align-middle text-caption text-muted">
      <svg aria-hidden width="12" height="12" fill="none" stroke="currentColor" strokeLinecap="round">
        <path d="M1.500 2c3 1 6 1 9 0v4c0 2.800-2 4.500-4.500 4.500S1.500 8.800 1.500 6ZM3.800 5h1M7.200 5h1M4.500 7.800c1 .8 2 .8 3 0" />
      </svg>
      <span aria-hidden="true" className="hidden @4xl:inline">
        {practice ? 'Rehearsal, typed' : 'Rehearsal'}
      </span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}
