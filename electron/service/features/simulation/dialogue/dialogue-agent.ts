import { createRandom } from '../../../platform/seeded-random.ts';
import { createQuestionAnswerer } from '../answers/question-answerer.ts';
import { createPhrasePicker, fillTemplate, joinSentences } from '../spoken-text.ts';
import * as replies from '../wording/agent-replies.ts';
import { createAgenda } from './agenda.ts';
import {
  composeGreeting,
  composeIdentity,
  composePurpose,
  composeVoicemail,
  formatOrganizationName,
  getSpokenAgentName,
} from './agent-introduction.ts';
import { createDialogueActions, getDecidedDisposition } from './dialogue-actions.ts';
import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import { createDialogueState, type AgentReply, type AgentTurn, type DialogueOptions } from './dialogue-state.ts';
import { findTimePhrase, interpretTurn, type Intent, type InterpretedTurn } from './interpret-turn.ts';
import { parseObjective } from './parse-objective.ts';
import { reactToAnswer } from './react-to-answer.ts';

/** The agent's side of one call. */
export type DialogueAgent = {
  greet(): AgentReply;
  /** Returns the reply to a turn of the recipient. */
  respond(text: string): Promise<AgentReply>;
  /** Returns the message to leave after a voicemail greeting. */
  leaveMessage(): AgentReply;
  /** Returns the disposition of a call that ends now, even if the recipient hangs up. */
  getDisposition(): string;
};

/** The agent ends the call after this many turns of the recipient. */
const maxRecipientTurns = 18;

const objectionIntents = ['not_interested', 'price', 'competitor', 'trust', 'mail', 'think'] as const;
const machineWordPattern = /\b(?:robot|bot|machine|computer|ai|a\.i\.|recording|automated|artificial)\b/i;

export function createDialogueAgent(options: DialogueOptions): DialogueAgent {
  const { definition, seed, knowledge } = options;
  const random = createRandom(seed).split('agent');
  const organization = formatOrganizationName(options.organizationName);
  const greeting = composeGreeting(options);
  const purpose = parseObjective(definition.objective);
  const state = createDialogueState(greeting);
  const agenda = createAgenda(purpose, random.split('agenda'));
  const answerer = createQuestionAnswerer(knowledge, random.split('answers'), definition.may_say);
  const pickPhrase = createPhrasePicker(random.split('phrases'));
  const actions = createDialogueActions({
    state,
    kind: purpose.kind,
    organization,
    agenda,
    pickPhrase,
    composePurpose: () => composePurpose(purpose, greeting, organization, random.split('purpose')),
    hasAnswered: () => answerer.countAnswers() > 0,
  });
  const pickFilledPhrase = (
    name: string,
    pool: readonly string[],
    values: Readonly<Record<string, string>> = { organization },
  ) => fillTemplate(pickPhrase(name, pool), values);

  /** Handles turns that end or interrupt the call, whatever the agent asked. */
  const handleInterruption = (has: (intent: Intent) => boolean, text: string): AgentTurn | undefined => {
    if (has('wrong_person'))
      return createFinalTurn(pickPhrase('wrong person', replies.wrongPersonReplies), dispositions.wrongPerson);
    if (has('stop_calling'))
      return createFinalTurn(pickPhrase('stop calling', replies.stopReplies), dispositions.doNotCall);
    if (state.recipientTurnCount >= maxRecipientTurns) {
      state.isFollowUpRequested = true;
      return createFinalTurn(pickPhrase('too long', replies.tooLongReplies), dispositions.followUp);
    }
    if (has('human') && state.expects !== 'follow_up') {
      state.hasRequestedPerson = true;
      state.lastDecision = 'follow_up';
      if (state.expects === 'time' || findTimePhrase(text)) return actions.noteCallbackTime(text);
      return { text: pickPhrase('person', replies.humanReplies), expects: 'time' };
    }
    if (state.expects === 'time' && !has('question')) return actions.noteCallbackTime(text);
    if (has('busy') && state.expects !== 'follow_up' && state.expects !== 'last') {
      if (state.lastDecision === null) state.lastDecision = 'callback';
      if (findTimePhrase(text)) return actions.noteCallbackTime(text);
      return { text: pickPhrase('busy', replies.busyReplies), expects: 'time' };
    }
    return undefined;
  };

  /** Answers questions about the agent and the call. */
  const answerQuestionAboutCall = (has: (intent: Intent) => boolean, text: string): AgentTurn | undefined => {
    if (has('robot')) {
      const mentionsMachine = machineWordPattern.test(text);
      const pool = mentionsMachine ? replies.robotReplies : replies.notHumanReplies;
      return {
        text: pickFilledPhrase(mentionsMachine ? 'robot' : 'not human', pool),
        expects: state.hasStatedPurpose ? 'open' : 'greeting',
      };
    }
    if (has('source'))
      return { text: pickFilledPhrase('number source', replies.numberSourceReplies), expects: state.expects };
    if (has('who')) {
      const identity = composeIdentity(
        purpose,
        definition.spoken_name || getSpokenAgentName(greeting, organization),
        organization,
        random.split(`identity ${state.recipientTurnCount}`),
      );
      state.hasStatedPurpose = true;
      return { text: joinSentences(identity, agenda.takeEngagementQuestion() ?? ''), expects: 'engage' };
    }
    if (has('repeat') && !has('question'))
      return {
        text: pickFilledPhrase('repeat', replies.repeatTemplates, { said: state.lastAgentText }),
        expects: state.expects,
      };
    return undefined;
  };

  const answerFromDocuments = async (question: string, remark: string, isYes: boolean): Promise<AgentTurn> => {
    if (state.expects === 'ask') {
      if (isYes) {
        state.hasAgreed = true;
        state.lastDecision = 'agreed';
      } else agenda.reopenCommitmentQuestion();
    }
    if (isYes && state.expects === 'follow_up') {
      state.isFollowUpRequested = true;
      state.lastDecision = 'follow_up';
    }
    const answer = await answerer.answer(question, state.isFollowUpRequested, remark);
    if (state.expects === 'time')
      return {
        ...answer,
        text: joinSentences(answer.text, pickPhrase('callback question', replies.callbackTimeQuestions)),
        expects: 'time',
      };
    if (answer.expects === 'follow_up') return answer;
    if (state.hasStatedPurpose) return { ...answer, text: joinSentences(answer.text, agenda.inviteAfterAnswer()) };
    const { text, expects } = actions.continueCall('');
    return { ...answer, text: joinSentences(answer.text, text), expects };
  };

  const decideTurn = async (turn: InterpretedTurn): Promise<AgentTurn> => {
    const has = (intent: Intent) => turn.intents.has(intent);
    const direct = handleInterruption(has, turn.text) ?? answerQuestionAboutCall(has, turn.text);
    if (direct) return direct;
    const objection = objectionIntents.find(has);
    // "How can I be sure?" is a question if the documents answer it, an objection if they do not.
    const isDoubt = has('trust') && turn.question !== null && !(await answerer.canAnswer(turn.question));
    if (turn.question !== null && !isDoubt)
      return answerFromDocuments(
        turn.question,
        getRemark(turn.text, turn.question) || state.lastRecipientText,
        has('yes'),
      );
    if (objection && state.expects !== 'follow_up' && state.expects !== 'last')
      return actions.answerObjection(objection);
    if (has('goodbye')) return actions.endCall(has('thanks') ? pickPhrase('thanks', replies.thanksReplies) : '');
    if (has('unclear')) {
      state.unclearTurnCount += 1;
      if (state.unclearTurnCount % 3 === 0)
        return actions.continueCall(pickPhrase('unclear again', replies.repeatedUnclearReplies));
      return { text: pickPhrase('unclear', replies.unclearReplies), expects: state.expects };
    }
    return reactToAnswer(turn, { state, agenda, actions, pickPhrase });
  };

  const toReply = (turn: AgentTurn): AgentReply => {
    state.expects = turn.expects;
    state.lastAgentText = turn.text;
    state.finalDisposition = turn.finalDisposition ?? null;
    return {
      text: turn.text,
      expects: turn.expects,
      passages: turn.passages ?? [],
      hasSearchedKnowledge: turn.passages !== undefined,
      hasNoAnswer: turn.hasNoAnswer ?? false,
      hasCallEnded: turn.finalDisposition !== undefined,
      disposition: turn.finalDisposition ?? null,
    };
  };

  return {
    greet: () => toReply({ text: greeting, expects: 'greeting' }),
    respond: async (text) => {
      if (state.finalDisposition !== null) return toReply(createFinalTurn(replies.lateGoodbye, state.finalDisposition));
      state.recipientTurnCount += 1;
      const reply = toReply(await decideTurn(interpretTurn(text)));
      state.lastRecipientText = text;
      return reply;
    },
    leaveMessage: () =>
      toReply(
        createFinalTurn(
          composeVoicemail(purpose, greeting, organization, random.split('message')),
          dispositions.voicemail,
        ),
      ),
    getDisposition: () => {
      if (state.finalDisposition !== null) return state.finalDisposition;
      return state.lastDecision ? getDecidedDisposition(state.lastDecision, purpose.kind) : dispositions.endedEarly;
    },
  };
}

/** Returns what the recipient said in the same turn before the question. */
function getRemark(text: string, question: string): string {
  return text.slice(0, Math.max(0, text.indexOf(question))).trim();
}

function createFinalTurn(text: string, finalDisposition: NonNullable<AgentTurn['finalDisposition']>): AgentTurn {
  return { text, expects: 'nothing', finalDisposition };
}
