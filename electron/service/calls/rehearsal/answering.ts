import type { Passage } from '../../../../shared/knowledge.ts';
import type { Random } from '../seeded-random.ts';
import type { RehearsalKnowledge } from './knowledge-port.ts';
import { coverWords, lookUp } from './look-up.ts';
import { countWords } from './plain-speech.ts';
import type { Step } from './talk-state.ts';
import { createAnswerVoice } from './speak-answer.ts';
import { followUpOffers, followUpStands } from './wording/agent-answers.ts';

export type Answer = Step & { readonly passages: readonly Passage[] };

export type Answering = {
  /** How many questions were answered out of the documents. */
  count(): number;
  knows(question: string): Promise<boolean>;
  answer(question: string, isFollowUp: boolean): Promise<Answer>;
};

/** Answers questions one after another and knows what it has said. */
export function createAnswering(knowledge: RehearsalKnowledge, random: Random): Answering {
  const voice = createAnswerVoice(random);
  const followUps = random.deck(followUpOffers);
  const stands = random.deck(followUpStands);
  /** How often each answer was given, by its sentences. */
  const given = new Map<string, number>();
  const unknowns: string[] = [];
  let lastQuestion = '';
  return {
    count: () => given.size,
    knows: async (question) => (await lookUp(question, knowledge)).isKnown,
    answer: async (question, isFollowUp) => {
      const asked = isDependent(question) && lastQuestion ? `${lastQuestion} ${question}` : question;
      const finding = await lookUp(asked, knowledge);
      lastQuestion = question;
      if (!finding.isKnown || finding.passage === null) {
        const isAgain = unknowns.some((known) => coverWords(question, known) > 0.8);
        unknowns.push(question);
        const spoken = isAgain ? voice.stillUnknown() : voice.unknown(unknowns.length === 1);
        const offer = isFollowUp ? stands() : followUps();
        return { text: `${spoken} ${offer}`, passages: [], expects: isFollowUp ? 'open' : 'follow_up' };
      }
      const key = finding.sentences.join(' ');
      const times = (given.get(key) ?? 0) + 1;
      given.set(key, times);
      if (times > 2) return { text: voice.againOffer(), passages: [], expects: 'follow_up' };
      const spoken = times === 1 ? voice.answer(finding) : voice.again(finding);
      return { text: spoken, passages: [finding.passage], expects: 'open' };
    },
  };
}

/** "And how much is that?" says nothing without the question before it. */
function isDependent(question: string): boolean {
  return (
    countWords(question) <= 7 &&
    /\b(?:it|that|this|they|them|those|one|then|there)\b/i.test(question) &&
    coverWords(question, question) < 3
  );
}
