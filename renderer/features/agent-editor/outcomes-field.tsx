import type { AgentOutcome } from '../../../shared/agents/agent-definition.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { ListEditor } from '../../ui/fields/list-editor.tsx';
import type { DefinitionErrors } from './definition-errors.ts';
import { InlineCheckbox } from './inline-checkbox.tsx';
import { LineInput } from './line-input.tsx';

const emptyOutcome: AgentOutcome = { name: '', is_success: false, needs_follow_up: false };

type OutcomesFieldProps = {
  readonly outcomes: readonly AgentOutcome[];
  readonly errors: DefinitionErrors;
  readonly onChange: (outcomes: AgentOutcome[]) => void;
};

/** How a call of the agent can end. */
export function OutcomesField({ outcomes, errors, onChange }: OutcomesFieldProps) {
  return (
    <ListEditor
      label="Outcomes"
      noun="outcome"
      items={outcomes}
      maxItems={limits.agentOutcomes}
      createItem={() => emptyOutcome}
      onChange={(next) => onChange([...next])}
      onDelete={(undo) => showActionToast('Outcome deleted', 'Undo', undo)}
      renderItem={(outcome, index, change) => (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <LineInput
            label={`Name of outcome ${index + 1}`}
            placeholder="Appointment booked"
            value={outcome.name}
            error={errors.get(`/outcomes/${index}/name`)}
            maxLength={limits.agentOutcomeLength}
            onChange={(name) => change({ ...outcome, name })}
            className="min-w-40 flex-1"
          />
          <InlineCheckbox
            label="Success"
            of={outcome.name || `outcome ${index + 1}`}
            checked={outcome.is_success}
            onChange={(isSuccess) => change({ ...outcome, is_success: isSuccess })}
          />
          <InlineCheckbox
            label="Needs follow-up"
            of={outcome.name || `outcome ${index + 1}`}
            checked={outcome.needs_follow_up}
            onChange={(needsFollowUp) => change({ ...outcome, needs_follow_up: needsFollowUp })}
          />
        </div>
      )}
    />
  );
}
