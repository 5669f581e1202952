import { voices, type Voice } from '../../shared/voices.ts';
import type { SelectOption } from '../ui/select.tsx';

export const voiceNames = {
  slt: 'A woman’s voice',
  rms: 'A man’s voice',
  awb: 'A man’s voice, Scottish',
  kal16: 'A man’s voice, plainer',
} as const satisfies Record<Voice, string>;

export const voiceOptions: readonly SelectOption<Voice>[] = voices.map((value) => ({
  value,
  label: voiceNames[value],
}));
