import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { Persona } from '../../../../shared/agents/personas.ts';
import type { demoAgents } from './demo-organization.ts';

/** A call of the demo, placed `daysAgo` at a local time. Its id seeds the conversation. */
export type DemoCall = {
  readonly callId: string;
  readonly agent: (typeof demoAgents)[number]['name'];
  readonly number: string;
  readonly metadata: CallMetadata;
  readonly daysAgo: number;
  /** `14:05:31` */
  readonly at: string;
  /** `turn` is the position of the turn that the note is attached to. */
  readonly notes?: readonly { readonly turn: number; readonly text: string }[];
} & (
  | { readonly recipient: 'simulated'; readonly persona: Persona | null }
  /** `lines` are the turns that the user typed as the recipient. */
  | { readonly recipient: 'practice'; readonly lines: readonly string[] }
  | { readonly recipient: 'interrupted'; readonly status: 'canceled' | 'failed' }
);

/** Calls that ran to the end. */
export type SimulatedDemoCall = Exclude<DemoCall, { readonly recipient: 'interrupted' }>;

type DemoCallTime = Pick<DemoCall, 'callId' | 'daysAgo' | 'at' | 'notes'>;
type DemoCallRecipient =
  | { readonly persona: Persona | null }
  | { readonly lines: readonly string[] }
  | { readonly status: 'canceled' | 'failed' };

function describeRecipient(recipient: DemoCallRecipient) {
  if ('lines' in recipient) return { recipient: 'practice', ...recipient } as const;
  if ('status' in recipient) return { recipient: 'interrupted', ...recipient } as const;
  return { recipient: 'simulated', ...recipient } as const;
}

const splitName = (name: string) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { first_name, last_name };
};

export const createRenewalCall = (
  name: string,
  number: string,
  plan: string,
  when: DemoCallTime,
  recipient: DemoCallRecipient,
): DemoCall => ({
  agent: 'Renewal reminders',
  number,
  metadata: { ...splitName(name), plan },
  ...when,
  ...describeRecipient(recipient),
});

export const createVisitCall = (
  name: string,
  number: string,
  visit_window: string,
  when: DemoCallTime,
  recipient: DemoCallRecipient,
): DemoCall => ({
  agent: 'Visit confirmations',
  number,
  metadata: { ...splitName(name), visit_window },
  ...when,
  ...describeRecipient(recipient),
});

export const createWelcomeCall = (
  name: string,
  number: string,
  when: DemoCallTime,
  recipient: DemoCallRecipient,
): DemoCall => ({
  agent: 'Welcome calls',
  number,
  metadata: splitName(name),
  ...when,
  ...describeRecipient(recipient),
});

export const interruptedReasons = {
  canceled: 'The call was canceled.',
  failed: 'Switchboard was closed during this call.',
} as const;
