import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../../format/format-number.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { requestStepFocus, useCallsStore, type CallStep } from '../calls-store.ts';
import type { CallNeighbors } from './use-call-neighbors.ts';

const steps = [
  { step: 'previous', label: 'Previous call', shortcut: 'Shift+K', icon: ChevronUp, atEnd: 'This is the first call.' },
  { step: 'next', label: 'Next call', shortcut: 'Shift+J', icon: ChevronDown, atEnd: 'This is the last call.' },
] as const;

/** Goes to the calls before and after this one in the list, and shows its position. */
export function CallStepper({ neighbors: { ids, position, goTo } }: { readonly neighbors: CallNeighbors }) {
  const group = useRef<HTMLDivElement>(null);
  // Each call has its own view, so the button that was used must be focused again.
  useEffect(() => {
    const { stepToFocus } = useCallsStore.getState();
    if (stepToFocus === null) return;
    requestStepFocus(null);
    group.current?.querySelector<HTMLElement>(`[data-step="${stepToFocus}"]`)?.focus();
  }, []);
  const goToFromButton = (step: CallStep) => {
    requestStepFocus(step);
    goTo(step);
  };
  return (
    <div ref={group} role="group" aria-label="Calls in the list" className="flex items-center">
      {position && (
        <span className="mr-1 text-small whitespace-nowrap text-muted">
          {formatNumber(position.number)} of {formatNumber(position.total)}
        </span>
      )}
      {steps.map(({ step, label, shortcut, icon: Icon, atEnd }) => (
        <IconButton
          key={step}
          data-step={step}
          label={label}
          shortcut={shortcut}
          disabledReason={ids[step] === null ? atEnd : null}
          icon={<Icon aria-hidden size={16} />}
          onClick={() => ids[step] && goToFromButton(step)}
        />
      ))}
    </div>
  );
}
