import { fillGreeting } from '../../../../../shared/agents/greeting.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import { normalizeLine, upperFirst } from '../../../platform/text-line.ts';
import { endSentence, fillTemplate, joinSentences } from '../spoken-text.ts';
import * as introductions from '../wording/agent-introductions.ts';
import { voicemailEndings } from '../wording/agent-replies.ts';
import type { DialogueOptions } from './dialogue-state.ts';
import type { CallPurpose } from './parse-objective.ts';

const maxOrganizationLength = 60;
const maxGreetingLength = 400;

/** Returns the organization's name as it is spoken, or "our company" if it cannot be spoken. */
export function formatOrganizationName(name: string): string {
  const plain = normalizeLine(name, maxOrganizationLength).replaceAll(/[<>{}[\]]+/g, '');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : 'our company';
}

const namesOrganization = (greeting: string, organization: string): boolean =>
  greeting.toLowerCase().includes(organization.toLowerCase());

/** Matches what a greeting calls the organization: "Holly from Brightwell Heating", "on behalf of the Oak Clinic". */
const givenOrganizationPattern =
  /\b(?:from|behalf of|(?:[Tt]his is|I['’]m|I am|[Ii]t['’]s) [^.,?!]{1,40}? (?:at|with)) (?:the )?(?<name>\p{Lu}[\p{L}\p{N}'’&-]*(?:(?: (?:&|and|of|the|for))? \p{Lu}[\p{L}\p{N}'’&-]*)*)/u;

/** Returns what the agent calls the organization: its name or, if the greeting gives another one, such as a brand, that one. */
export function getSpokenOrganization(greeting: string, organizationName: string): string {
  const organization = formatOrganizationName(organizationName);
  if (namesOrganization(greeting, organization)) return organization;
  return givenOrganizationPattern.exec(greeting)?.groups?.['name'] ?? organization;
}

const givenNamePattern =
  /\b(?:this is|my name is|my name['’]s|I am|I['’]m)\s+(?<name>\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)?)(?=[,.!]|\s+(?:from|with|at|calling)\b)/iu;

/**
 * Returns the name that the agent uses for itself: the name in its greeting, or "the assistant from …". The agent's name
 * in the agent list is internal and never spoken.
 */
export function getSpokenAgentName(greeting: string, organization: string): string {
  const name = givenNamePattern.exec(greeting)?.groups?.['name'];
  const isGivenName = name !== undefined && /^\p{Lu}/u.test(name) && !organization.startsWith(name);
  return isGivenName ? name : `the assistant from ${organization}`;
}

/** Returns the greeting with the call's metadata, or a plain greeting if the agent has none. */
export function composeGreeting({
  definition,
  organizationName,
  metadata,
}: Pick<DialogueOptions, 'definition' | 'organizationName' | 'metadata'>): string {
  const filled = normalizeLine(fillGreeting(definition.greeting, metadata), maxGreetingLength);
  if (/\p{L}{2}/u.test(filled)) return endSentence(filled);
  return `Hi, this is the assistant from ${formatOrganizationName(organizationName)}.`;
}

/** Says who is calling, why, and what else the agent would like to do. */
export function composePurpose(purpose: CallPurpose, greeting: string, organization: string, random: Random): string {
  const parts: string[] = [];
  const isOrganizationNamed = namesOrganization(greeting, organization);
  if (!/\b(?:automated|virtual|digital|robot|bot|AI)\b/i.test(greeting))
    parts.push(random.pick(isOrganizationNamed ? introductions.shortIntroductions : introductions.introductions));
  else if (!isOrganizationNamed) parts.push(`I'm calling for ${organization}.`);
  parts.push(composeReason(purpose, random));
  if (random.chance(0.5)) parts.push(random.pick(introductions.shortCallPhrases));
  return fillTemplate(parts.join(' '), { organization });
}

/** Answers "who is this?": the agent's spoken name, the organization and the reason for the call. */
export function composeIdentity(purpose: CallPurpose, name: string, organization: string, random: Random): string {
  const caller = name.includes(organization) ? name : `${name} from ${organization}`;
  return joinSentences(
    fillTemplate(random.pick(introductions.nameReplies), { name: caller }),
    composeReason(purpose, random),
  );
}

function composeReason({ reason, additionalActions: [action] }: CallPurpose, random: Random): string {
  const why = upperFirst(
    fillTemplate(random.pick(introductions.reasonTemplates[reason.form]), { reason: reason.text }),
  );
  if (action === undefined) return why;
  return `${why} ${fillTemplate(random.pick(introductions.additionalActionTemplates), { action })}`;
}

/** Composes the message to leave after the beep, without the questions of the greeting. */
export function composeVoicemail(purpose: CallPurpose, greeting: string, organization: string, random: Random): string {
  const statement = greeting.replace(/(?:^|(?<=[.!?]\s))[^.!?]*\?/g, '').trim();
  const parts = [statement || `Hi, this is the assistant from ${organization}.`];
  if (!namesOrganization(greeting, organization)) parts.push(random.pick(introductions.introductions));
  parts.push(composeReason({ ...purpose, additionalActions: [] }, random), random.pick(voicemailEndings));
  return fillTemplate(parts.map(endSentence).join(' '), { organization });
}
