import type { AgentQuestion } from '../../../../../shared/agents/agent-definition.ts';
import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import type { DifficultPersona, Persona } from '../../../../../shared/agents/personas.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import type { RecipientEngine, RecipientReply } from '../conversation-engine.ts';
import type { AgentReply } from '../dialogue/dialogue-state.ts';
import { parseObjective } from '../dialogue/parse-objective.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import { createPhrasePicker, fillTemplate, joinSentences } from '../spoken-text.ts';
import * as phrases from '../wording/recipient-phrases.ts';
import type { ChosenQuestion } from './choose-questions.ts';

/** The number of calls with each persona in a hundred calls with a random one. */
const personaWeights: Readonly<Record<Exclude<Persona, DifficultPersona>, number>> = {
  interested: 44,
  sceptical: 22,
  busy: 13,
  voicemail: 9,
  wrong_person: 5,
  no_answer: 7,
};

export function pickPersona(random: Random): Persona {
  const entries = Object.entries(personaWeights) as (readonly [Persona, number])[]; // a Record has exactly these keys
  let remaining = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [persona, weight] of entries) {
    remaining -= weight;
    if (remaining < 0) return persona;
  }
  return 'interested';
}

/** A recipient that follows rules. */
export type SimulatedRecipient = Omit<RecipientEngine, 'respond'> & { respond(reply: AgentReply): RecipientReply };

type RecipientOptions = {
  readonly persona: Persona;
  readonly metadata: CallMetadata;
  readonly objective: string;
  readonly questions: readonly ChosenQuestion[];
  readonly random: Random;
};

/** Creates the recipient of one call. It asks `questions` in their order. */
export function createSimulatedRecipient({
  persona,
  metadata,
  objective,
  questions,
  random,
}: RecipientOptions): SimulatedRecipient {
  const name = findRecipientName(metadata);
  const { kind } = parseObjective(objective);
  const isSalesCall = kind === 'offer' || kind === 'general' || kind === 'settle';
  const pickPhrase = createPhrasePicker(random.split('phrases'));
  const remainingQuestions = [...questions];
  let questionDocumentId: string | null = null;
  /** From 0 to 1. A recipient with a low value asks whether the agent is a robot, and refuses. */
  const compliance = random.next();
  let turnCount = 0;
  let remainingObjections = persona === 'sceptical' ? 1 : 0;
  let willAskIfRobot = compliance < (persona === 'sceptical' ? 0.6 : 0.15);
  let hasRefused = false;
  const attitude = persona === 'sceptical' ? persona : 'interested';

  const takeQuestion = (): string | null => {
    const next = remainingQuestions.shift();
    questionDocumentId = next?.documentId ?? null;
    return next?.question ?? null;
  };

  const askNextQuestion = (lead: string): string | null => {
    const question = takeQuestion();
    if (question === null) return null;
    const questionLead = pickPhrase('question lead', phrases.questionLeads);
    const asked = questionLead === '' ? question : `${questionLead}${lowerQuestionStart(question)}`;
    if (lead !== '') return `${lead} ${asked}`;
    const opener = pickPhrase('opener', phrases.questionOpeners);
    if (opener === '' || /[.] $/.test(opener)) return `${opener}${asked}`;
    return questionLead === '' ? `${opener}${lowerQuestionStart(asked)}` : asked;
  };

  const respondToCommitment = (): string => {
    if (remainingQuestions.length > 0 && random.chance(0.7))
      return askNextQuestion(pickPhrase('undecided', phrases.undecidedReplies)) ?? '';
    if (persona === 'sceptical' && !hasRefused && compliance < (isSalesCall ? 0.7 : 0.35)) {
      hasRefused = true;
      return pickPhrase('refusal', phrases.commitmentRefusals);
    }
    return pickPhrase('acceptance', phrases.commitmentAcceptances);
  };

  const answerSlot = (asked: AgentQuestion | null): string => {
    const answer =
      asked?.type === 'choice'
        ? fillTemplate(pickPhrase('choice', phrases.choiceAnswers), { choice: random.pick(asked.choices) })
        : fillTemplate(pickPhrase(asked?.type ?? 'text', phrases.slotAnswers[asked?.type ?? 'text']), {
            name: (name ?? 'someone').toLowerCase().replaceAll(/[^a-z]+/g, ''),
          });
    return random.chance(0.3) ? (askNextQuestion(answer) ?? answer) : answer;
  };

  const respondWillingly = (reply: AgentReply): string => {
    const reaction =
      reply.passages.length > 0 && random.chance(0.7) ? pickPhrase('reaction', phrases.answerReactions[attitude]) : '';
    switch (reply.expects) {
      case 'greeting':
        return pickPhrase('greeting', phrases.greetingReplies[attitude]);
      case 'follow_up':
        return random.chance(0.65)
          ? pickPhrase('follow-up accepted', phrases.followUpAcceptances)
          : pickPhrase('follow-up refused', phrases.followUpRefusals);
      case 'objection':
        if (hasRefused && compliance < 0.5) return pickPhrase('repeated refusal', phrases.repeatedRefusals);
        return pickPhrase('objection answer', phrases.objectionAnswers);
      case 'slot':
        return reply.asked?.field === 'agreed' ? respondToCommitment() : answerSlot(reply.asked ?? null);
      case 'last':
        if (random.chance(0.3) && remainingQuestions.length > 0) return askNextQuestion('') ?? '';
        return pickPhrase('final answer', phrases.finalAnswers);
      case 'time':
        return pickPhrase('callback time', phrases.callbackTimes);
      default: {
        if (willAskIfRobot) {
          willAskIfRobot = false;
          return pickPhrase('robot', phrases.robotQuestions);
        }
        if (remainingObjections > 0 && turnCount > 4) {
          remainingObjections -= 1;
          const objections = isSalesCall ? phrases.offerObjections : phrases.scepticalObjections;
          return joinSentences(reaction, pickPhrase('objection', objections));
        }
        return (
          askNextQuestion(reaction) ?? joinSentences(reaction, pickPhrase('no questions', phrases.noMoreQuestions))
        );
      }
    }
  };

  const respondBusy = (reply: AgentReply): string => {
    if (reply.expects === 'time') {
      return turnCount <= 2 && remainingQuestions.length > 0 && random.chance(0.6)
        ? `${pickPhrase('quick question', phrases.quickQuestionLeads)}${lowerQuestionStart(takeQuestion() ?? '')}`
        : pickPhrase('callback time', phrases.callbackTimes);
    }
    if (reply.expects === 'follow_up') return pickPhrase('follow-up accepted', phrases.followUpAcceptances);
    if (turnCount === 1) return pickPhrase('greeting', phrases.greetingReplies.busy);
    return pickPhrase('must leave', phrases.mustLeaveReplies);
  };

  const respondAsWrongPerson = (): string => {
    if (turnCount === 1 && random.chance(0.45)) return pickPhrase('who', phrases.wrongNumberQuestions);
    return name
      ? fillTemplate(pickPhrase('wrong number', phrases.wrongNumberReplies), { name })
      : pickPhrase('wrong number', phrases.namelessWrongNumberReplies);
  };

  return {
    answerPhone: () =>
      name && persona !== 'wrong_person' && random.chance(0.4)
        ? fillTemplate(pickPhrase('pick up by name', phrases.pickUpsByName), { name })
        : pickPhrase('pick up', phrases.pickUps),
    getVoicemailGreeting: () =>
      name && random.chance(0.7)
        ? fillTemplate(pickPhrase('voicemail', phrases.voicemailGreetings), { name })
        : pickPhrase('voicemail', phrases.namelessVoicemailGreetings),
    respond: (reply) => {
      turnCount += 1;
      questionDocumentId = null;
      const respondAs =
        persona === 'wrong_person' ? respondAsWrongPerson : persona === 'busy' ? respondBusy : respondWillingly;
      const text = respondAs(reply);
      return { text, questionDocumentId };
    },
    sayGoodbye: () => pickPhrase('goodbye', phrases.recipientGoodbyes),
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

/** Returns the recipient's name from the usual metadata keys, or null. */
export function findRecipientName(metadata: CallMetadata): string | null {
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
  return /^(?:I\b|\p{Lu}{2}|\p{Lu}\p{Ll}* (?!I\b)\p{Lu})/u.test(question)
    ? question
    : question.slice(0, 1).toLowerCase() + question.slice(1);
}
