import { personas, type Persona } from '../../../../shared/agents/personas.ts';
import type { SimulationSpeed } from '../../../../shared/calls/simulated-calls.ts';
import { Select, type SelectOption } from '../../../ui/fields/select.tsx';
import type { CallDraft, RecipientChoice } from './call-draft.ts';

export const personaLabels = {
  interested: 'Interested',
  busy: 'In a hurry',
  sceptical: 'Skeptical',
  confused: 'Confused',
  hostile: 'Hostile',
  off_topic: 'Off topic',
  silent: 'Says little',
  interrupts: 'Interrupts',
  changes_mind: 'Changes their mind',
  non_native: 'Learning English',
  wants_person: 'Wants a person',
  wrong_person: 'Wrong person',
  voicemail: 'Voicemail',
  no_answer: 'Doesn’t answer',
} as const satisfies Record<Persona, string>;

const recipientOptions: readonly SelectOption<RecipientChoice>[] = [
  { value: 'random', label: 'Random' },
  ...personas.map((value) => ({ value, label: personaLabels[value] })),
  { value: 'practice', label: 'Play the customer yourself', hint: 'You type the customer’s replies. Free of charge.' },
];

const speedOptions: readonly SelectOption<SimulationSpeed>[] = [
  { value: 'fast', label: 'As fast as possible' },
  { value: 'real_time', label: 'Real time' },
];

type SimulationOptionsProps = {
  readonly draft: CallDraft;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<CallDraft>) => void;
};

/** Recipient and speed of a simulated call. A practice call has no speed: it waits for the user. */
export function SimulationOptions({ draft: { recipient, speed }, error, onChange }: SimulationOptionsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 has-[>:only-child]:grid-cols-1">
      <Select
        label="Recipient"
        value={recipient}
        options={recipientOptions}
        error={error}
        hint={recipient === 'practice' ? 'Practice calls are free. They don’t count as minutes.' : undefined}
        onChange={(next) => onChange({ recipient: next })}
      />
      {recipient !== 'practice' && (
        <Select label="Speed" value={speed} options={speedOptions} onChange={(next) => onChange({ speed: next })} />
      )}
    </div>
  );
}
