import type { Random } from '../../../platform/seeded-random.ts';
import { fillTemplate } from '../spoken-text.ts';
import type { CallPurpose } from './parse-objective.ts';
import * as wording from '../wording/agent-questions.ts';

export type AgendaItem = { readonly text: string; readonly expects: 'engage' | 'open' | 'ask' };

/** What the agent still has to bring up, in order. */
export type Agenda = {
  /** The question that follows the purpose at once. */
  takeEngagementQuestion(): string | null;
  takeNextItem(): AgendaItem | null;
  /** What was asked at the end was answered with a question: it has to be asked again. */
  reopenCommitmentQuestion(): void;
  /** Asks for more questions. */
  inviteQuestions(): string;
  /** After an answer: an invitation to go on, or nothing. */
  inviteAfterAnswer(): string;
};

export function createAgenda(purpose: CallPurpose, random: Random): Agenda {
  const wanted = purpose.questionClauses.map((clause) =>
    fillTemplate(random.pick(wording.questionClauseTemplates), { wanted: clause }),
  );
  const own = random.shuffle(wording.engagementQuestions[purpose.kind]);
  const asksTwice = wanted.length > 0 || random.chance(0.4);
  const engaging = [...wanted, ...own].slice(0, asksTwice ? 2 : 1);
  const asks = random.deck(wording.commitmentQuestions[purpose.kind]);
  const askLeads = random.deck(wording.commitmentQuestionLeads);
  const invitations = random.deck(wording.questionInvitations);
  let hasOpened = false;
  let hasAsked = false;
  return {
    takeEngagementQuestion: () => engaging.shift() ?? null,
    takeNextItem: () => {
      const question = engaging.shift();
      if (question !== undefined) return { text: question, expects: 'engage' };
      if (!hasOpened) {
        hasOpened = true;
        return { text: random.pick(wording.openQuestions), expects: 'open' };
      }
      if (hasAsked) return null;
      hasAsked = true;
      const ask = asks();
      return { text: random.chance(0.5) ? `${askLeads()} ${ask}` : ask, expects: 'ask' };
    },
    reopenCommitmentQuestion: () => {
      hasAsked = false;
    },
    inviteQuestions: () => {
      hasOpened = true;
      return invitations();
    },
    inviteAfterAnswer: () => {
      hasOpened = true;
      return random.chance(0.6) ? invitations() : '';
    },
  };
}
