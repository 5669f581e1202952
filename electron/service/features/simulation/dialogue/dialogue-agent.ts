import { createRandom } from '../../../platform/seeded-random.ts';
import { createAgenda } from './agenda.ts';
import { composeGreeting, composeVoicemail, formatOrganizationName, composePurpose } from './agent-introduction.ts';
import type { DialogueOptions } from './agent-mind.ts';
import { createQuestionAnswerer } from '../answers/question-answerer.ts';
import { dispositions } from './dispositions.ts';
import { findTimePhrase } from './find-time.ts';
import { createPhrasePicker } from '../phrase-book.ts';
import { fillTemplate } from '../spoken-text.ts';
import { reactToAnswer } from './react-to-answer.ts';
import { interpretTurn, type Intent, type InterpretedTurn } from './interpret-turn.ts';
import { parseObjective } from './parse-objective.ts';
import { createDialogueActions, joinSentences } from './dialogue-actions.ts';
import { createDialogueState, type AgentTurn, type DialogueReply } from './dialogue-state.ts';
import * as closings from '../wording/agent-closings.ts';
import * as replies from '../wording/agent-replies.ts';

export type Dialogue = {
  greet(): DialogueReply;
  respond(text: string): Promise<DialogueReply>;
  leaveMessage(): DialogueReply;
};

/** However long somebody goes on: the agent then ends the call kindly. */
const maxRecipientTurns = 18;

const objectionIntents = ['not_interested', 'price', 'competitor', 'trust', 'mail', 'think'] as const;

/** The agent's side of a call, with what it waits for, which its own recipient may know. */
export function createDialogue({ profile, metadata, seed, knowledge }: DialogueOptions): Dialogue {
  const random = createRandom(seed).split('agent');
  const organization = formatOrganizationName(profile.organizationName);
  const greeting = composeGreeting(profile, metadata);
  const purpose = parseObjective(profile.objective);
  const state = createDialogueState(greeting);
  const agenda = createAgenda(purpose, random.split('agenda'));
  const answering = createQuestionAnswerer(knowledge, random.split('answers'));
  const pickPhrase = createPhrasePicker(random.split('phrases'));
  const actions = createDialogueActions({
    state,
    kind: purpose.kind,
    organization,
    agenda,
    pickPhrase: pickPhrase,
    composePurpose: () => composePurpose(purpose, greeting, organization, random.split('purpose')),
    hasAnswered: () => answering.countAnswers() > 0,
  });
  const sayFilled = (
    name: string,
    pool: readonly string[],
    slots: Readonly<Record<string, string>> = { organization },
  ) => fillTemplate(pickPhrase(name, pool), slots);

  /** What ends a call or turns it aside, whatever it was about; undefined where a turn does neither. */
  const turnAside = (has: (intent: Intent) => boolean, text: string): AgentTurn | undefined => {
    if (has('wrong_person'))
      return createFinalTurn(pickPhrase('wrong', closings.wrongPersonReplies), dispositions.wrongPerson);
    if (has('stop_calling')) return createFinalTurn(pickPhrase('stop', closings.stopReplies), dispositions.doNotCall);
    if (state.recipientTurnCount >= maxRecipientTurns) {
      state.isFollowUpRequested = true;
      return createFinalTurn(pickPhrase('late', closings.tooLongReplies), dispositions.followUp);
    }
    if (has('human') && state.expects !== 'follow_up') {
      state.hasRequestedPerson = true;
      if (state.expects === 'time' || findTimePhrase(text)) return actions.noteCallbackTime(text);
      return { text: pickPhrase('human', replies.humanReplies), expects: 'time' };
    }
    if (state.expects === 'time' && !has('question')) return actions.noteCallbackTime(text);
    if (has('busy') && state.expects !== 'follow_up' && state.expects !== 'last') {
      if (findTimePhrase(text)) return actions.noteCallbackTime(text);
      return { text: pickPhrase('busy', replies.busyReplies), expects: 'time' };
    }
    return undefined;
  };

  /** Questions to the agent about itself and the call. */
  const introduceAgain = (has: (intent: Intent) => boolean, text: string): AgentTurn | undefined => {
    const next = state.hasStatedPurpose ? 'open' : 'greeting';
    if (has('robot')) {
      const isMachineAsked = machineWordPattern.test(text);
      const pool = isMachineAsked ? replies.robotReplies : replies.notHumanReplies;
      return { text: sayFilled(isMachineAsked ? 'robot' : 'not human', pool), expects: next };
    }
    if (has('source')) return { text: sayFilled('source', replies.numberSourceReplies), expects: state.expects };
    if (has('who')) {
      const spoken = composePurpose(purpose, '', organization, random.split(`who ${state.recipientTurnCount}`));
      state.hasStatedPurpose = true;
      return { text: joinSentences(spoken, agenda.takeEngagementQuestion() ?? ''), expects: 'engage' };
    }
    if (has('repeat') && !has('question'))
      return {
        text: sayFilled('repeat', replies.repeatTemplates, { said: state.lastAgentText }),
        expects: state.expects,
      };
    return undefined;
  };

  const answer = async (question: string, isYes: boolean): Promise<AgentTurn> => {
    if (state.expects === 'ask') {
      state.hasAgreed ||= isYes;
      if (!isYes) agenda.reopenCommitmentQuestion();
    }
    if (isYes && state.expects === 'follow_up') state.isFollowUpRequested = true;
    const answered = await answering.answer(question, state.isFollowUpRequested);
    if (state.expects === 'time')
      return {
        ...answered,
        text: joinSentences(answered.text, pickPhrase('then when', replies.callbackTimeQuestions)),
        expects: 'time',
      };
    if (answered.expects === 'follow_up') return answered;
    if (state.hasStatedPurpose) return { ...answered, text: joinSentences(answered.text, agenda.inviteAfterAnswer()) };
    const { text, expects } = actions.continueCall('');
    return { ...answered, text: joinSentences(answered.text, text), expects };
  };

  const respond = async (reading: InterpretedTurn): Promise<AgentTurn> => {
    const has = (intent: Intent) => reading.intents.has(intent);
    const aside = turnAside(has, reading.text) ?? introduceAgain(has, reading.text);
    if (aside) return aside;
    const objection = objectionIntents.find(has);
    // "How can I be sure?" is answered where the documents do.
    const isDoubt = has('trust') && reading.question !== null && !(await answering.canAnswer(reading.question));
    if (reading.question !== null && !isDoubt) return answer(reading.question, has('yes'));
    if (objection && state.expects !== 'follow_up' && state.expects !== 'last')
      return actions.answerObjection(objection);
    if (has('goodbye')) return actions.endCall(has('thanks') ? pickPhrase('welcome', replies.thanksReplies) : '');
    if (has('unclear')) {
      state.unclearTurnCount += 1;
      if (state.unclearTurnCount % 3 === 0)
        return actions.continueCall(pickPhrase('unclear again', replies.repeatedUnclearReplies));
      return { text: pickPhrase('unclear', replies.unclearReplies), expects: state.expects };
    }
    return reactToAnswer(reading, { state, agenda, actions: actions, pickPhrase: pickPhrase });
  };

  const toReply = (step: AgentTurn): DialogueReply => {
    state.expects = step.expects;
    state.lastAgentText = step.text;
    state.finalDisposition = step.finalDisposition ?? null;
    return {
      text: step.text,
      passages: step.passages ?? [],
      hasCallEnded: step.finalDisposition !== undefined,
      disposition: step.finalDisposition ?? null,
      expects: step.expects,
      hasSearchedKnowledge: step.passages !== undefined,
    };
  };

  return {
    greet: () => toReply({ text: greeting, expects: 'greeting' }),
    respond: async (text) => {
      if (state.finalDisposition !== null) return toReply(createFinalTurn('Goodbye!', state.finalDisposition));
      state.recipientTurnCount += 1;
      return toReply(await respond(interpretTurn(text)));
    },
    leaveMessage: () =>
      toReply(
        createFinalTurn(
          composeVoicemail(purpose, greeting, organization, random.split('message')),
          dispositions.voicemail,
        ),
      ),
  };
}

const machineWordPattern = /\b(?:robot|bot|machine|computer|ai|a\.i\.|recording|automated|artificial)\b/i;

function createFinalTurn(text: string, finalDisposition: NonNullable<AgentTurn['finalDisposition']>): AgentTurn {
  return { text, expects: 'nothing', finalDisposition: finalDisposition };
}
