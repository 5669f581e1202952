import { personaLabels, personas } from '../../../shared/personas.ts';
import type { SimulationSpeed } from '../../../shared/simulated-calls.ts';
import { Select, type SelectOption } from '../../ui/select.tsx';
import type { CallDraft, RecipientChoice } from './call-draft.ts';

const recipientOptions: readonly SelectOption<RecipientChoice>[] = [
  { value: 'drawn', label: 'Drawn by chance' },
  ...personas.map((value) => ({ value, label: personaLabels[value] })),
  { value: 'practice', label: 'I play the recipient', hint: 'You type what the recipient says.' },
];

const speedOptions: readonly SelectOption<SimulationSpeed>[] = [
  { value: 'fast', label: 'As fast as possible' },
  { value: 'real_time', label: 'As in a real call' },
];

type SimulationOptionsProps = {
  readonly draft: CallDraft;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<CallDraft>) => void;
};

/** Who picks up, and how fast it goes. A recipient who types has a pace of their own. */
export function SimulationOptions({ draft: { recipient, speed }, error, onChange }: SimulationOptionsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 has-[>:only-child]:grid-cols-1">
      <Select
        label="Recipient"
        value={recipient}
        options={recipientOptions}
        error={error}
        onChange={(next) => onChange({ recipient: next })}
      />
      {recipient !== 'practice' && (
        <Select label="Pace" value={speed} options={speedOptions} onChange={(next) => onChange({ speed: next })} />
      )}
    </div>
  );
}
