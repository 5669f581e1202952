import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react';
import type { Ref } from 'react';

const results = {
  passed: { icon: CircleCheck, color: 'text-good', label: 'Passed' },
  warning: { icon: TriangleAlert, color: 'text-warn', label: 'Warning' },
  failed: { icon: CircleAlert, color: 'text-bad', label: 'Failed' },
  skipped: { icon: CircleMinus, color: 'text-muted', label: 'Skipped' },
} as const;

export type CheckStep = {
  readonly id: string;
  readonly name: string;
  readonly result: keyof typeof results;
  /** What was found, as a sentence. */
  readonly detail: string;
  /** What to do about a warning or a failure, as a sentence. */
  readonly fix: string | null;
};

type CheckStepsProps = {
  readonly steps: readonly CheckStep[];
  /** Scrolls to the step that failed. */
  readonly showsFailure: boolean;
};

/** Shows each step of a check with its result. */
export function CheckSteps({ steps, showsFailure }: CheckStepsProps) {
  return (
    <ol aria-label="Steps" className="border-t border-line">
      {steps.map((step) => (
        <Step key={step.id} step={step} ref={step.result === 'failed' && showsFailure ? scrollIntoView : null} />
      ))}
    </ol>
  );
}

/** Scrolls only to the part that the user must read: the step that failed with its fix, or the outcome. What follows can be longer than a dialog. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

type StepProps = { readonly step: CheckStep; readonly ref: Ref<HTMLLIElement> };

function Step({ step: { name, result, detail, fix }, ref }: StepProps) {
  const { icon: Icon, color, label } = results[result];
  return (
    <li ref={ref} className="grid grid-cols-[1rem_9rem_1fr] items-start gap-x-2 border-b border-line py-1.5">
      <Icon aria-hidden size={14} className={`mt-0.75 ${color}`} />
      <span>
        {name}
        <span className="sr-only">: {label}.</span>
      </span>
      <span className="min-w-0 text-muted select-text">
        {detail}
        {fix !== null && <span className="block text-ink">{fix}</span>}
      </span>
    </li>
  );
}
