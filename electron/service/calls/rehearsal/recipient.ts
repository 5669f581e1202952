import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Persona } from '../../../../shared/personas.ts';
import type { Random } from '../seeded-random.ts';
import type { Chosen } from './choose-questions.ts';
import { createPhraseBook } from './phrase-book.ts';
import { fillSlots, toPlainSpeech } from './plain-speech.ts';
import { readObjective } from './read-objective.ts';
import type { TalkReply } from './talk-state.ts';
import * as words from './wording/recipient-words.ts';

export type Answering = Extract<Persona, 'interested' | 'busy' | 'sceptical' | 'wrong_person'>;

export type Recipient = {
  pickUp(): string;
  mailbox(): string;
  /** What is said to what the agent said, and the document of the question in it. */
  answer(reply: TalkReply): { readonly text: string; readonly askedFrom: string | null };
  part(): string;
};

export type RecipientParts = {
  readonly persona: Persona;
  readonly metadata: CallMetadata;
  readonly objective: string;
  readonly questions: readonly Chosen[];
  readonly random: Random;
};

/** The one who is called, as drawn: it knows what it wants to ask and how it will end. */
export function createRecipient({ persona, metadata, objective, questions, random }: RecipientParts): Recipient {
  const name = findName(metadata);
  const { kind } = readObjective(objective);
  const isSold = kind === 'offer' || kind === 'general' || kind === 'settle';
  const say = createPhraseBook(random.split('words'));
  const left = [...questions];
  let askedFrom: string | null = null;
  const hardness = random.next();
  let turns = 0;
  let objectionsLeft = persona === 'sceptical' ? 1 : 0;
  let isRobotAsked = !(persona === 'sceptical' ? hardness < 0.6 : hardness < 0.15);
  let hasRefused = false;
  const temper = persona === 'sceptical' ? 'sceptical' : 'interested';

  const takeQuestion = (): string | null => {
    const next = left.shift();
    askedFrom = next?.documentId ?? null;
    return next?.question ?? null;
  };

  const nextQuestion = (lead: string): string | null => {
    const question = takeQuestion();
    if (question === null) return null;
    const connective = say('leads', words.questionLeads);
    const asked = connective === '' ? question : `${connective}${lower(question)}`;
    if (lead !== '') return `${lead} ${asked}`;
    const opener = say('openers', words.questionOpeners);
    return opener.endsWith(', ') && connective !== ''
      ? asked
      : `${opener}${opener.endsWith(', ') ? lower(asked) : asked}`;
  };

  const answerWilling = (reply: TalkReply): string => {
    const reaction =
      reply.passages.length > 0 && random.chance(0.7) ? say('reactions', words.answerReactions[temper]) : '';
    switch (reply.expects) {
      case 'greeting':
        return say('greets', words.greetsBack[temper]);
      case 'engage': {
        if (!isRobotAsked) {
          isRobotAsked = true;
          return say('robot', words.robotQuestions);
        }
        const answer =
          persona === 'sceptical' && random.chance(0.5)
            ? say('sceptical', words.scepticalEngaged)
            : say('engaged', words.engagedAnswers[kind]);
        return random.chance(0.45) ? (nextQuestion(answer) ?? answer) : answer;
      }
      case 'follow_up': {
        const isWanted = random.chance(0.65);
        return isWanted ? say('follow up', words.yesToFollowUp) : say('no follow up', words.noToFollowUp);
      }
      case 'objection':
        if (hasRefused)
          return hardness < 0.5 ? say('still no', words.stillNo) : say('objection answer', words.objectionAnswers);
        return say('objection answer', words.objectionAnswers);
      case 'ask':
        if (left.length > 0 && random.chance(0.7)) return nextQuestion(say('before', words.beforeDeciding)) ?? '';
        if (persona === 'sceptical' && !hasRefused && hardness < (isSold ? 0.7 : 0.35)) {
          hasRefused = true;
          return say('no', words.noToAsk);
        }
        return say('yes', words.yesToAsk);
      case 'last':
        return say('last', words.lastWords);
      case 'time':
        return say('time', words.callBackTimes);
      default: {
        if (objectionsLeft > 0 && turns > 4) {
          objectionsLeft -= 1;
          return [reaction, say('objections', isSold ? words.buyersObjections : words.scepticalObjections)]
            .filter(Boolean)
            .join(' ');
        }
        return nextQuestion(reaction) ?? [reaction, say('no more', words.noMoreQuestions)].filter(Boolean).join(' ');
      }
    }
  };

  const answerBusy = (reply: TalkReply): string => {
    if (reply.expects === 'time') {
      return turns <= 2 && left.length > 0 && random.chance(0.6)
        ? `${say('quick', words.quickQuestions)}${lower(takeQuestion() ?? '')}`
        : say('time', words.callBackTimes);
    }
    if (reply.expects === 'follow_up') return say('follow up', words.yesToFollowUp);
    if (turns === 1) return say('greets', words.greetsBack.busy);
    return say('must go', words.mustGo);
  };

  const answerWrong = (): string => {
    if (turns === 1 && random.chance(0.45)) return say('who', words.wrongPersonFirst);
    return name ? fillSlots(say('wrong', words.wrongPersonTurns), { name }) : say('wrong', words.wrongPersonNameless);
  };

  return {
    pickUp: () =>
      name && persona !== 'wrong_person' && random.chance(0.4)
        ? fillSlots(say('by name', words.pickUpsByName), { name })
        : say('pick up', words.pickUps),
    mailbox: () =>
      name && random.chance(0.7)
        ? fillSlots(say('mailbox', words.mailboxes), { name })
        : say('mailbox', words.namelessMailboxes),
    answer: (reply) => {
      turns += 1;
      askedFrom = null;
      const answerAs = persona === 'wrong_person' ? answerWrong : persona === 'busy' ? answerBusy : answerWilling;
      const text = answerAs(reply);
      return { text, askedFrom };
    },
    part: () => say('part', words.partings),
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
function findName(metadata: CallMetadata): string | null {
  for (const key of nameKeys) {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (typeof value !== 'string') continue;
    const name = toPlainSpeech(value, 40)
      .replaceAll(/[^\p{L}\p{M} '’.-]/gu, '')
      .trim();
    if (/\p{L}{2}/u.test(name)) return name;
  }
  return null;
}

function lower(question: string): string {
  return /^(?:I\b|\p{Lu}{2}|\p{Lu}\p{Ll}* \p{Lu})/u.test(question)
    ? question
    : question.slice(0, 1).toLowerCase() + question.slice(1);
}
