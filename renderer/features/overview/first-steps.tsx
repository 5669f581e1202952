import { BookOpenText, Phone, Sparkles } from 'lucide-react';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { useIsLinked } from '../../data/session/session-query.ts';

/** The first actions in a new workspace. */
export function FirstSteps() {
  const isLinked = useIsLinked();
  const steps = [
    {
      ...useCommand('add-documents'),
      label: 'Add documents',
      icon: BookOpenText,
      description: 'Agents answer from them: prices, opening hours, terms.',
    },
    {
      ...useCommand('place-call'),
      label: 'Place a call',
      icon: Phone,
      description: isLinked
        ? 'The remote places it. It is a real call.'
        : 'Start a simulated call with the front desk agent. No real call is placed.',
    },
    {
      ...useCommand('request-agent'),
      label: 'Request an agent',
      icon: Sparkles,
      description: 'Describe what the agent should do, then follow its progress.',
    },
  ];
  return (
    <ol aria-label="First steps" className="flex flex-col gap-2">
      {steps.map(({ label, icon: Icon, description, disabledReason, run }) => (
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
          <p className="min-w-0 flex-1 text-muted">{description}</p>
        </li>
      ))}
    </ol>
  );
}
