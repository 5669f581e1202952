import { fillGreeting } from '../../../../shared/greeting.ts';
import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Random } from '../seeded-random.ts';
import type { AgentProfile } from './agent-mind.ts';
import { endSentence, fillSlots, toPlainSpeech, upperFirst } from './plain-speech.ts';
import type { Purpose } from './read-objective.ts';
import * as closings from './wording/agent-closings.ts';
import * as purposes from './wording/agent-purpose.ts';

const organizationLengthMax = 60;
const greetingLengthMax = 400;

/** The name as it is said, or words that stand for one. */
export function sayOrganization(name: string): string {
  const plain = toPlainSpeech(name, organizationLengthMax).replaceAll(/[<>{}[\]]+/g, '');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : 'our company';
}

/** The greeting as it is spoken; a plain one where the agent has none. */
export function sayGreeting(profile: AgentProfile, metadata: CallMetadata): string {
  const filled = toPlainSpeech(fillGreeting(profile.greeting, metadata), greetingLengthMax);
  if (/\p{L}{2}/u.test(filled)) return endSentence(filled);
  return `Hello, this is a call from ${sayOrganization(profile.organizationName)}.`;
}

/** Who calls and why, in one breath. */
export function sayPurpose(purpose: Purpose, greeting: string, organization: string, random: Random): string {
  const parts: string[] = [];
  const isIntroduced = greeting.toLowerCase().includes(organization.toLowerCase());
  if (!/\b(?:automated|virtual|digital|robot|bot|AI)\b/i.test(greeting))
    parts.push(random.pick(isIntroduced ? purposes.shortIntroductions : purposes.introductions));
  else if (!isIntroduced) parts.push(`I'm calling for ${organization}.`);
  parts.push(sayReason(purpose, random));
  const [further] = purpose.further;
  if (further) parts.push(fillSlots(random.pick(purposes.furtherReasons), { further }));
  if (random.chance(0.5)) parts.push(random.pick(purposes.itWillBeShort));
  return fillSlots(parts.join(' '), { organization });
}

export function sayReason({ reason }: Purpose, random: Random): string {
  return upperFirst(fillSlots(random.pick(purposes.reasons[reason.form]), { reason: reason.text }));
}

/** What is left after the beep. */
export function sayMessage(purpose: Purpose, greeting: string, organization: string, random: Random): string {
  const statement = greeting.replace(/(?:^|(?<=[.!?]\s))[^.!?]*\?/g, '').trim();
  const parts = [statement || `Hello, this is ${organization}.`];
  if (!greeting.toLowerCase().includes(organization.toLowerCase())) parts.push(random.pick(purposes.introductions));
  parts.push(sayReason(purpose, random), random.pick(closings.voicemailEndings));
  return fillSlots(parts.map(endSentence).join(' '), { organization });
}
