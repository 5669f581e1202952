import { personaNames, personas } from '../../../shared/personas.ts';
import type { Pace } from '../../../shared/rehearsals.ts';
import { Select, type Option } from '../../ui/select.tsx';
import type { Draft, Recipient } from './draft.ts';

const recipients: readonly Option<Recipient>[] = [
  { value: 'drawn', label: 'Drawn by chance' },
  ...personas.map((value) => ({ value, label: personaNames[value] })),
  { value: 'typed', label: 'I play the recipient', hint: 'You type what the recipient says.' },
];

const paces: readonly Option<Pace>[] = [
  { value: 'fast', label: 'As fast as possible' },
  { value: 'live', label: 'As in a real call' },
];

type RehearsalChoicesProps = {
  readonly draft: Draft;
  readonly fault: string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
};

/** Who picks up, and how fast it goes. A recipient who types has a pace of their own. */
export function RehearsalChoices({ draft: { recipient, pace }, fault, onChange }: RehearsalChoicesProps) {
  return (
    <div className="grid grid-cols-2 gap-3 has-[>:only-child]:grid-cols-1">
      <Select
        label="Recipient"
        value={recipient}
        options={recipients}
        error={fault}
        onChange={(next) => onChange({ recipient: next })}
      />
      {recipient !== 'typed' && (
        <Select label="Pace" value={pace} options={paces} onChange={(next) => onChange({ pace: next })} />
      )}
    </div>
  );
}
