import type { Passage } from '../../../../../shared/knowledge.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { computeWordCoverage, retrieveAnswer } from './retrieve-answer.ts';
import { countWords } from '../spoken-text.ts';
import type { AgentTurn } from '../dialogue/dialogue-state.ts';
import { createAnswerComposer } from './speak-answer.ts';
import { followUpOffers, followUpAddedReplies } from '../wording/agent-answers.ts';

export type AnswerTurn = AgentTurn & { readonly passages: readonly Passage[] };

export type QuestionAnswerer = {
  /** How many questions were answered out of the documents. */
  countAnswers(): number;
  canAnswer(question: string): Promise<boolean>;
  answer(question: string, isFollowUp: boolean): Promise<AnswerTurn>;
};

/** Answers questions one after another and knows what it has said. */
export function createQuestionAnswerer(knowledge: SimulationKnowledge, random: Random): QuestionAnswerer {
  const voice = createAnswerComposer(random);
  const followUps = random.deck(followUpOffers);
  const stands = random.deck(followUpAddedReplies);
  /** How often each answer was given, by its sentences. */
  const given = new Map<string, number>();
  const unknowns: string[] = [];
  let lastQuestion = '';
  return {
    countAnswers: () => given.size,
    canAnswer: async (question) => (await retrieveAnswer(question, knowledge)).isConfident,
    answer: async (question, isFollowUp) => {
      const asked = refersToPreviousQuestion(question) && lastQuestion ? `${lastQuestion} ${question}` : question;
      const finding = await retrieveAnswer(asked, knowledge);
      lastQuestion = question;
      if (!finding.isConfident || finding.passage === null) {
        const isAgain = unknowns.some((known) => computeWordCoverage(question, known) > 0.8);
        unknowns.push(question);
        const spoken = isAgain ? voice.composeRepeatedUnknown() : voice.composeUnknown(unknowns.length === 1);
        const offer = isFollowUp ? stands() : followUps();
        return { text: `${spoken} ${offer}`, passages: [], expects: isFollowUp ? 'open' : 'follow_up' };
      }
      const key = finding.sentences.join(' ');
      const times = (given.get(key) ?? 0) + 1;
      given.set(key, times);
      if (times > 2) return { text: voice.composeRepeatedAnswerOffer(), passages: [], expects: 'follow_up' };
      const spoken = times === 1 ? voice.composeAnswer(finding) : voice.composeRepeatedAnswer(finding);
      return { text: spoken, passages: [finding.passage], expects: 'open' };
    },
  };
}

/** "And how much is that?" says nothing without the question before it. */
function refersToPreviousQuestion(question: string): boolean {
  return (
    countWords(question) <= 7 &&
    /\b(?:it|that|this|they|them|those|one|then|there)\b/i.test(question) &&
    computeWordCoverage(question, question) < 3
  );
}
