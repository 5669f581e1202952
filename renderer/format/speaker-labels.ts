import type { Speaker } from '../../shared/calls/calls.ts';

export const speakerLabels = { agent: 'Agent', user: 'Recipient' } as const satisfies Record<Speaker, string>;
