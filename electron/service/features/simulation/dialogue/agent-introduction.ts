import { fillGreeting } from '../../../../../shared/greeting.ts';
import type { CallMetadata } from '../../../../../shared/call-metadata.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { AgentProfile } from './agent-mind.ts';
import { endSentence, fillTemplate, normalizeLine, upperFirst } from '../spoken-text.ts';
import type { CallPurpose } from './parse-objective.ts';
import * as closings from '../wording/agent-closings.ts';
import * as purposes from '../wording/agent-introductions.ts';

const maxOrganizationLength = 60;
const maxGreetingLength = 400;

/** The name as it is said, or words that stand for one. */
export function formatOrganizationName(name: string): string {
  const plain = normalizeLine(name, maxOrganizationLength).replaceAll(/[<>{}[\]]+/g, '');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : 'our company';
}

/** The greeting as it is spoken; a plain one where the agent has none. */
export function composeGreeting(profile: AgentProfile, metadata: CallMetadata): string {
  const filled = normalizeLine(fillGreeting(profile.greeting, metadata), maxGreetingLength);
  if (/\p{L}{2}/u.test(filled)) return endSentence(filled);
  return `Hello, this is a call from ${formatOrganizationName(profile.organizationName)}.`;
}

/** Who calls and why, in one breath. */
export function composePurpose(purpose: CallPurpose, greeting: string, organization: string, random: Random): string {
  const parts: string[] = [];
  const isIntroduced = greeting.toLowerCase().includes(organization.toLowerCase());
  if (!/\b(?:automated|virtual|digital|robot|bot|AI)\b/i.test(greeting))
    parts.push(random.pick(isIntroduced ? purposes.shortIntroductions : purposes.introductions));
  else if (!isIntroduced) parts.push(`I'm calling for ${organization}.`);
  parts.push(composeReason(purpose, random));
  const [further] = purpose.additionalActions;
  if (further) parts.push(fillTemplate(random.pick(purposes.additionalActionTemplates), { further }));
  if (random.chance(0.5)) parts.push(random.pick(purposes.shortCallPhrases));
  return fillTemplate(parts.join(' '), { organization });
}

export function composeReason({ reason }: CallPurpose, random: Random): string {
  return upperFirst(fillTemplate(random.pick(purposes.reasonTemplates[reason.form]), { reason: reason.text }));
}

/** What is left after the beep. */
export function composeVoicemail(purpose: CallPurpose, greeting: string, organization: string, random: Random): string {
  const statement = greeting.replace(/(?:^|(?<=[.!?]\s))[^.!?]*\?/g, '').trim();
  const parts = [statement || `Hello, this is ${organization}.`];
  if (!greeting.toLowerCase().includes(organization.toLowerCase())) parts.push(random.pick(purposes.introductions));
  parts.push(composeReason(purpose, random), random.pick(closings.voicemailEndings));
  return fillTemplate(parts.map(endSentence).join(' '), { organization });
}
