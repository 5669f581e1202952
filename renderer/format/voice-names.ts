import type { Voice } from '../../shared/agents/voices.ts';

export const voiceNames = {
  slt: 'Female',
  rms: 'Male',
  awb: 'Male, Scottish accent',
  kal16: 'Male, basic',
} as const satisfies Record<Voice, string>;
