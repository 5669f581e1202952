import { BookOpenText, Phone, Sparkles } from 'lucide-react';
import { useCommand } from '../commands/command-context.tsx';
import { Button } from '../ui/button.tsx';

/** What a new workspace begins with. */
export function FirstSteps() {
  const steps = [
    {
      ...useCommand('add-documents'),
      label: 'Add documents',
      icon: BookOpenText,
      tells: 'What agents answer from: prices, opening hours, terms.',
    },
    {
      ...useCommand('place-call'),
      label: 'Place a call',
      icon: Phone,
      tells: 'A rehearsal with the front desk. Nobody is dialled.',
    },
    {
      ...useCommand('request-agent'),
      label: 'Request an agent',
      icon: Sparkles,
      tells: 'Describe what it is to do, and follow how it is built.',
    },
  ];
  return (
    <ol aria-label="First steps" className="flex flex-col gap-2">
      {steps.map(({ label, icon: Icon, tells, disabledReason, run }) => (
        <li key={label} className="flex items-center gap-4">
          <Button
            size="large"
            icon={<Icon aria-hidden size={15} className="text-accent" />}
            disabledReason={disabledReason}
            onClick={run}
            className="w-44 justify-start!"
          >
            {label}
          </Button>
          <p className="min-w-0 flex-1 text-muted">{tells}</p>
        </li>
      ))}
    </ol>
  );
}
