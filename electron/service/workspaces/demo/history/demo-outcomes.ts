import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { DemoCall } from '../demo-call.ts';

export type Weights<Name extends string = string> = Readonly<Record<Name, number>>;

export type AgentName = DemoCall['agent'];

/** How calls end in which a person answers, by agent. */
const dispositionWeights: Readonly<Record<AgentName, Weights>> = {
  'Renewal reminders': {
    [dispositions.interested]: 38,
    [dispositions.notInterested]: 20,
    [dispositions.callback]: 16,
    [dispositions.followUp]: 9,
    [dispositions.answered]: 8,
    [dispositions.wrongPerson]: 4,
    [dispositions.endedEarly]: 4,
    [dispositions.doNotCall]: 1,
  },
  'Visit confirmations': {
    [dispositions.confirmed]: 66,
    [dispositions.callback]: 10,
    [dispositions.answered]: 9,
    [dispositions.followUp]: 7,
    [dispositions.notInterested]: 2,
    [dispositions.wrongPerson]: 3,
    [dispositions.endedEarly]: 3,
    [dispositions.doNotCall]: 0.5,
  },
  'Welcome calls': {
    [dispositions.informed]: 58,
    [dispositions.answered]: 14,
    [dispositions.callback]: 12,
    [dispositions.followUp]: 8,
    [dispositions.wrongPerson]: 3,
    [dispositions.endedEarly]: 3,
    [dispositions.doNotCall]: 0.5,
  },
};

const unansweredWeights = { voicemail: 42, no_answer: 42, busy: 13, canceled: 1.5, failed: 1.5 } as const;

export type UnansweredStatus = Exclude<keyof typeof unansweredWeights, 'voicemail'>;

export type CallEnd =
  | { readonly status: 'completed'; readonly disposition: string; readonly isPerson: boolean }
  | { readonly status: UnansweredStatus };

/** Chooses how a call ends: more people answer in the late afternoon, and fewer the second and the third time. */
export function chooseCallEnd(agent: AgentName, hour: number, attempt: number, random: Random): CallEnd {
  const hourBonus = hour >= 16 && hour < 19 ? 0.07 : hour === 12 ? -0.06 : 0;
  if (random.chance(0.6 + hourBonus - 0.07 * (attempt - 1)))
    return { status: 'completed', disposition: pickWeighted(dispositionWeights[agent], random), isPerson: true };
  const end = pickWeighted(unansweredWeights, random);
  return end === 'voicemail'
    ? { status: 'completed', disposition: dispositions.voicemail, isPerson: false }
    : { status: end };
}

export function pickWeighted<Name extends string>(weights: Weights<Name>, random: Random): Name {
  const names = Object.keys(weights) as Name[]; // a Record has exactly these keys
  let remaining = random.next() * names.reduce((sum, name) => sum + weights[name], 0);
  for (const name of names) {
    remaining -= weights[name];
    if (remaining < 0) return name;
  }
  throw new RangeError('There is nothing to pick from.');
}
