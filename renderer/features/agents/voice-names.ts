import { voices, type Voice } from '../../../shared/agents/voices.ts';
import type { SelectOption } from '../../ui/fields/select.tsx';

export const voiceNames = {
  slt: 'Female',
  rms: 'Male',
  awb: 'Male, Scottish accent',
  kal16: 'Male, basic',
} as const satisfies Record<Voice, string>;

export const voiceOptions: readonly SelectOption<Voice>[] = voices.map((value) => ({
  value,
  label: voiceNames[value],
}));
