import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Persona } from '../../../../shared/personas.ts';
import type { demoAgents } from './demo-agents.ts';

/** A call of the demo: placed so many days ago, at a time of the local day. Its id is the seed of all that was said. */
export type DemoCall = {
  readonly callId: string;
  readonly agent: (typeof demoAgents)[number]['name'];
  readonly number: string;
  readonly metadata: CallMetadata;
  readonly daysAgo: number;
  /** `14:05` */
  readonly at: string;
  /** Each at a turn, by its position. */
  readonly notes?: readonly { readonly turn: number; readonly text: string }[];
} & (
  | { readonly recipient: 'simulated'; readonly persona: Persona | null }
  /** What an admin typed as the recipient, turn by turn. */
  | { readonly recipient: 'practice'; readonly lines: readonly string[] }
  | { readonly recipient: 'cut'; readonly status: 'canceled' | 'failed' }
);

/** The calls that were rehearsed, and came to their own end. */
export type SimulatedDemoCall = Exclude<DemoCall, { readonly recipient: 'cut' }>;

type DemoCallTime = Pick<DemoCall, 'callId' | 'daysAgo' | 'at' | 'notes'>;
type DemoCallRecipient =
  | { readonly persona: Persona | null }
  | { readonly lines: readonly string[] }
  | { readonly status: 'canceled' | 'failed' };

function describeRecipient(how: DemoCallRecipient) {
  if ('lines' in how) return { recipient: 'practice', ...how } as const;
  if ('status' in how) return { recipient: 'cut', ...how } as const;
  return { recipient: 'simulated', ...how } as const;
}

export const createRenewalCall = (
  first_name: string,
  number: string,
  plan: string,
  when: DemoCallTime,
  how: DemoCallRecipient,
): DemoCall => ({
  agent: 'Renewal reminders',
  number,
  metadata: { first_name, plan },
  ...when,
  ...describeRecipient(how),
});

export const createVisitCall = (
  name: string,
  number: string,
  visit_window: string,
  when: DemoCallTime,
  how: DemoCallRecipient,
): DemoCall => {
  const [first_name = '', last_name = ''] = name.split(' ');
  const metadata = { first_name, last_name, visit_window };
  return { agent: 'Visit confirmations', number, metadata, ...when, ...describeRecipient(how) };
};

export const createWelcomeCall = (
  first_name: string,
  number: string,
  when: DemoCallTime,
  how: DemoCallRecipient,
): DemoCall => ({
  agent: 'Welcome calls',
  number,
  metadata: { first_name },
  ...when,
  ...describeRecipient(how),
});
