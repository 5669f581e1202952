import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { formatPartialPhoneNumber, normalizePhoneNumber } from '../../format/phone-number.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PhoneNumberField } from '../../ui/fields/phone-number-field.tsx';
import type { DefinitionErrors } from './definition-errors.ts';

type HandOver = AgentDefinition['hand_over'];

type HandOverFieldProps = {
  readonly handOver: HandOver;
  readonly errors: DefinitionErrors;
  readonly onChange: (handOver: HandOver) => void;
};

/** When the agent hands the call over to a person, and to which number. */
export function HandOverField({ handOver, errors, onChange }: HandOverFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        label="Hand over to a person"
        hint="Otherwise the agent offers a callback."
        checked={handOver !== null}
        onChange={(checked) => onChange(checked ? { when: '', number: '' } : null)}
      />
      {handOver && (
        <div className="grid grid-cols-1 gap-3 @xl:grid-cols-2">
          <Field
            label="When"
            placeholder="The recipient asks for a person"
            value={handOver.when}
            error={errors.get('/hand_over/when') ?? null}
            maxLength={limits.handOverConditionLength}
            autoComplete="off"
            onChange={(event) => onChange({ ...handOver, when: event.target.value })}
          />
          <PhoneNumberField
            number={formatPartialPhoneNumber(handOver.number)}
            error={errors.get('/hand_over/number')}
            onChange={(number) => onChange({ ...handOver, number: normalizePhoneNumber(number) })}
          />
        </div>
      )}
    </div>
  );
}
