import type { Random } from '../seeded-random.ts';
import { fillSlots } from './plain-speech.ts';
import type { Purpose } from './read-objective.ts';
import * as wording from './wording/agent-questions.ts';

export type Item = { readonly text: string; readonly expects: 'engage' | 'open' | 'ask' };

/** What the agent still has to bring up, in order. */
export type Agenda = {
  /** The question that follows the purpose at once. */
  engage(): string | null;
  next(): Item | null;
  /** What was asked at the end was answered with a question: it has to be asked again. */
  reopen(): void;
  /** Asks for more questions. */
  invite(): string;
  /** After an answer: an invitation to go on, or nothing. */
  afterAnswer(): string;
};

export function createAgenda(purpose: Purpose, random: Random): Agenda {
  const wanted = purpose.wanted.map((clause) => fillSlots(random.pick(wording.wanted), { wanted: clause }));
  const own = random.shuffle(wording.engaging[purpose.kind]);
  const asksTwice = wanted.length > 0 || random.chance(0.4);
  const engaging = [...wanted, ...own].slice(0, asksTwice ? 2 : 1);
  const asks = random.deck(wording.asks[purpose.kind]);
  const askLeads = random.deck(wording.askLeads);
  const invitations = random.deck(wording.anythingElse);
  let hasOpened = false;
  let hasAsked = false;
  return {
    engage: () => engaging.shift() ?? null,
    next: () => {
      const question = engaging.shift();
      if (question !== undefined) return { text: question, expects: 'engage' };
      if (!hasOpened) {
        hasOpened = true;
        return { text: random.pick(wording.opening), expects: 'open' };
      }
      if (hasAsked) return null;
      hasAsked = true;
      const ask = asks();
      return { text: random.chance(0.5) ? `${askLeads()} ${ask}` : ask, expects: 'ask' };
    },
    reopen: () => {
      hasAsked = false;
    },
    invite: () => {
      hasOpened = true;
      return invitations();
    },
    afterAnswer: () => {
      hasOpened = true;
      return random.chance(0.6) ? invitations() : '';
    },
  };
}
