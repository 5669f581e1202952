import { voices, type Voice } from '../../shared/voices.ts';
import type { SelectOption } from '../ui/select.tsx';

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
