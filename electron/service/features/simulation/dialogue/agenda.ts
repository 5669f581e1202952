import type { Random } from '../../../platform/seeded-random.ts';
import { fillTemplate } from '../spoken-text.ts';
import * as wording from '../wording/agent-questions.ts';
import type { CallPurpose } from './parse-objective.ts';

type AgendaItem = { readonly text: string; readonly expects: 'engage' | 'open' | 'ask' };

/** The questions that the agent still has to ask, in order. */
export type Agenda = {
  /** Returns the question that follows the purpose of the call. */
  takeEngagementQuestion(): string | null;
  takeNextItem(): AgendaItem | null;
  /** Puts the commitment question back: the recipient replied to it with a question. */
  reopenCommitmentQuestion(): void;
  inviteQuestions(): string;
  /** Returns an invitation to ask more, or an empty text. */
  inviteAfterAnswer(): string;
};

export function createAgenda(purpose: CallPurpose, random: Random): Agenda {
  const clauseQuestions = purpose.questionClauses.map((clause) =>
    fillTemplate(random.pick(wording.questionClauseTemplates), { clause }),
  );
  const generalQuestions = random.shuffle(wording.engagementQuestions[purpose.kind]);
  const hasSecondQuestion = clauseQuestions.length > 0 || random.chance(0.4);
  const engagementQuestions = [...clauseQuestions, ...generalQuestions].slice(0, hasSecondQuestion ? 2 : 1);
  const commitmentQuestions = random.createPicker(wording.commitmentQuestions[purpose.kind]);
  const commitmentLeads = random.createPicker(wording.commitmentQuestionLeads);
  const invitations = random.createPicker(wording.questionInvitations);
  let hasInvitedQuestions = false;
  let hasAskedForCommitment = false;
  return {
    takeEngagementQuestion: () => engagementQuestions.shift() ?? null,
    takeNextItem: () => {
      const question = engagementQuestions.shift();
      if (question !== undefined) return { text: question, expects: 'engage' };
      if (!hasInvitedQuestions) {
        hasInvitedQuestions = true;
        return { text: random.pick(wording.openQuestions), expects: 'open' };
      }
      if (hasAskedForCommitment) return null;
      hasAskedForCommitment = true;
      const commitment = commitmentQuestions();
      return { text: random.chance(0.5) ? `${commitmentLeads()} ${commitment}` : commitment, expects: 'ask' };
    },
    reopenCommitmentQuestion: () => {
      hasAskedForCommitment = false;
    },
    inviteQuestions: () => {
      hasInvitedQuestions = true;
      return invitations();
    },
    inviteAfterAnswer: () => {
      hasInvitedQuestions = true;
      return random.chance(0.6) ? invitations() : '';
    },
  };
}
