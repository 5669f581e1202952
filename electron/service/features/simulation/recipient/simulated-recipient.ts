import type { CallMetadata } from '../../../../../shared/call-metadata.ts';
import type { Persona } from '../../../../../shared/personas.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { ChosenQuestion } from './choose-questions.ts';
import { createPhrasePicker } from '../phrase-book.ts';
import { fillTemplate, normalizeLine } from '../spoken-text.ts';
import { parseObjective } from '../dialogue/parse-objective.ts';
import type { DialogueReply } from '../dialogue/dialogue-state.ts';
import * as words from '../wording/recipient-phrases.ts';

export type AnsweringPersona = Extract<Persona, 'interested' | 'busy' | 'sceptical' | 'wrong_person'>;

export type SimulatedRecipient = {
  answerPhone(): string;
  getVoicemailGreeting(): string;
  /** What is said to what the agent said, and the document of the question in it. */
  respond(reply: DialogueReply): { readonly text: string; readonly questionDocumentId: string | null };
  sayGoodbye(): string;
};

export type RecipientOptions = {
  readonly persona: Persona;
  readonly metadata: CallMetadata;
  readonly objective: string;
  readonly questions: readonly ChosenQuestion[];
  readonly random: Random;
};

/** The one who is called, as drawn: it knows what it wants to ask and how it will end. */
export function createSimulatedRecipient({
  persona,
  metadata,
  objective,
  questions,
  random,
}: RecipientOptions): SimulatedRecipient {
  const name = findRecipientName(metadata);
  const { kind } = parseObjective(objective);
  const isSold = kind === 'offer' || kind === 'general' || kind === 'settle';
  const say = createPhrasePicker(random.split('words'));
  const left = [...questions];
  let questionDocumentId: string | null = null;
  const hardness = random.next();
  let turns = 0;
  let objectionsLeft = persona === 'sceptical' ? 1 : 0;
  let isRobotAsked = !(persona === 'sceptical' ? hardness < 0.6 : hardness < 0.15);
  let hasRefused = false;
  const temper = persona === 'sceptical' ? 'sceptical' : 'interested';

  const takeQuestion = (): string | null => {
    const next = left.shift();
    questionDocumentId = next?.documentId ?? null;
    return next?.question ?? null;
  };

  const nextQuestion = (lead: string): string | null => {
    const question = takeQuestion();
    if (question === null) return null;
    const connective = say('leads', words.questionLeads);
    const asked = connective === '' ? question : `${connective}${lowerQuestionStart(question)}`;
    if (lead !== '') return `${lead} ${asked}`;
    const opener = say('openers', words.questionOpeners);
    return opener.endsWith(', ') && connective !== ''
      ? asked
      : `${opener}${opener.endsWith(', ') ? lowerQuestionStart(asked) : asked}`;
  };

  const answerWilling = (reply: DialogueReply): string => {
    const reaction =
      reply.passages.length > 0 && random.chance(0.7) ? say('reactions', words.answerReactions[temper]) : '';
    switch (reply.expects) {
      case 'greeting':
        return say('greets', words.greetingReplies[temper]);
      case 'engage': {
        if (!isRobotAsked) {
          isRobotAsked = true;
          return say('robot', words.robotQuestions);
        }
        const answer =
          persona === 'sceptical' && random.chance(0.5)
            ? say('sceptical', words.scepticalEngagementAnswers)
            : say('engaged', words.engagementAnswers[kind]);
        return random.chance(0.45) ? (nextQuestion(answer) ?? answer) : answer;
      }
      case 'follow_up': {
        const isWanted = random.chance(0.65);
        return isWanted ? say('follow up', words.followUpAcceptances) : say('no follow up', words.followUpRefusals);
      }
      case 'objection':
        if (hasRefused)
          return hardness < 0.5
            ? say('still no', words.repeatedRefusals)
            : say('objection answer', words.objectionAnswers);
        return say('objection answer', words.objectionAnswers);
      case 'ask':
        if (left.length > 0 && random.chance(0.7)) return nextQuestion(say('before', words.undecidedReplies)) ?? '';
        if (persona === 'sceptical' && !hasRefused && hardness < (isSold ? 0.7 : 0.35)) {
          hasRefused = true;
          return say('no', words.commitmentRefusals);
        }
        return say('yes', words.commitmentAcceptances);
      case 'last':
        return say('last', words.finalAnswers);
      case 'time':
        return say('time', words.callbackTimes);
      default: {
        if (objectionsLeft > 0 && turns > 4) {
          objectionsLeft -= 1;
          return [reaction, say('objections', isSold ? words.offerObjections : words.scepticalObjections)]
            .filter(Boolean)
            .join(' ');
        }
        return nextQuestion(reaction) ?? [reaction, say('no more', words.noMoreQuestions)].filter(Boolean).join(' ');
      }
    }
  };

  const answerBusy = (reply: DialogueReply): string => {
    if (reply.expects === 'time') {
      return turns <= 2 && left.length > 0 && random.chance(0.6)
        ? `${say('quick', words.quickQuestionLeads)}${lowerQuestionStart(takeQuestion() ?? '')}`
        : say('time', words.callbackTimes);
    }
    if (reply.expects === 'follow_up') return say('follow up', words.followUpAcceptances);
    if (turns === 1) return say('greets', words.greetingReplies.busy);
    return say('must go', words.mustLeaveReplies);
  };

  const answerWrong = (): string => {
    if (turns === 1 && random.chance(0.45)) return say('who', words.wrongNumberQuestions);
    return name
      ? fillTemplate(say('wrong', words.wrongNumberReplies), { name })
      : say('wrong', words.namelessWrongNumberReplies);
  };

  return {
    answerPhone: () =>
      name && persona !== 'wrong_person' && random.chance(0.4)
        ? fillTemplate(say('by name', words.pickUpsByName), { name })
        : say('pick up', words.pickUps),
    getVoicemailGreeting: () =>
      name && random.chance(0.7)
        ? fillTemplate(say('mailbox', words.voicemailGreetings), { name })
        : say('mailbox', words.namelessVoicemailGreetings),
    respond: (reply) => {
      turns += 1;
      questionDocumentId = null;
      const answerAs = persona === 'wrong_person' ? answerWrong : persona === 'busy' ? answerBusy : answerWilling;
      const text = answerAs(reply);
      return { text, questionDocumentId: questionDocumentId };
    },
    sayGoodbye: () => say('part', words.recipientGoodbyes),
  };
}

const nameKeys = [
  'first_name',
  'firstName',
  'firstname',
  'given_name',
  'name',
  'customer_name',
  'full_name',
  'recipient_name',
  'contact_name',
] as const;

/** What the recipient is called, where the metadata says it in one of the usual ways. */
function findRecipientName(metadata: CallMetadata): string | null {
  for (const key of nameKeys) {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (typeof value !== 'string') continue;
    const name = normalizeLine(value, 40)
      .replaceAll(/[^\p{L}\p{M} '’.-]/gu, '')
      .trim();
    if (/\p{L}{2}/u.test(name)) return name;
  }
  return null;
}

function lowerQuestionStart(question: string): string {
  return /^(?:I\b|\p{Lu}{2}|\p{Lu}\p{Ll}* \p{Lu})/u.test(question)
    ? question
    : question.slice(0, 1).toLowerCase() + question.slice(1);
}
