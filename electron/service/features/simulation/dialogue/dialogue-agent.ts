import { createRandom } from '../../../platform/seeded-random.ts';
import type { ConversationEngine } from '../conversation-engine.ts';
import { createQuestionAnswerer } from '../answers/question-answerer.ts';
import { createPhrasePicker } from '../spoken-text.ts';
import { readTime } from '../../../platform/spoken/read-time.ts';
import { understandTurn, type UnderstoodTurn } from '../understanding/understand-turn.ts';
import * as replies from '../wording/agent-replies.ts';
import {
  composeGreeting,
  composeIdentity,
  composePurpose,
  composeVoicemail,
  getSpokenAgentName,
  getSpokenOrganization,
} from './agent-introduction.ts';
import { createDateQuestion, createSlot, planCall, schedulingPattern } from './call-plan.ts';
import { decideResult, toOutcomeName } from './choose-outcome.ts';
import { createDialogueState, type AgentReply, type DialogueOptions } from './dialogue-state.ts';
import { fillSlots, noSlots } from './fill-slots.ts';
import { readOfferedDays } from './offered-days.ts';
import { fillObjective, parseObjective } from './parse-objective.ts';
import type { Reaction } from './interrupt-call.ts';
import { reactToTurn } from './react-to-turn.ts';
import { refuseClosedDay } from './refuse-closed-day.ts';
import { createSteps } from './steps.ts';

/** Creates the agent of a call that follows rules. */
export function createDialogueAgent(options: DialogueOptions): ConversationEngine {
  const { knowledge, turnClassifier } = options;
  const objective = fillObjective(options.definition.objective, options.metadata);
  const definition = { ...options.definition, objective };
  const random = createRandom(options.seed).split('agent');
  const greeting = composeGreeting(options);
  const organization = getSpokenOrganization(greeting, options.organizationName);
  const purpose = parseObjective(objective);
  const plan = planCall(definition, purpose, random.split('plan'));
  const state = createDialogueState({
    plan,
    greeting,
    // "Within two weeks" is no appointment, unless one is to be confirmed.
    appointment: plan.kind === 'confirm' ? readTime(objective, new Date(options.now())) : null,
    offered: readOfferedDays(objective, new Date(options.now())),
  });
  const hasDay = plan.slots.some(({ question }) => question.type === 'date');
  // The agent asks for the day, so that it need not announce it.
  const additionalActions = purpose.additionalActions.filter((action) => !hasDay || !schedulingPattern.test(action));
  const introduced = { ...purpose, additionalActions };
  const pickPhrase = createPhrasePicker(random.split('phrases'));
  const answerer = createQuestionAnswerer({
    knowledge,
    random: random.split('answers'),
    definition,
    topic: purpose.reason.text,
  });
  const steps = createSteps({
    state,
    pickPhrase,
    composePurpose: () => composePurpose(introduced, greeting, organization, random.split('purpose')),
  });
  const introduce = ({ text }: UnderstoodTurn) =>
    composeIdentity(
      // Who it is may be asked by anyone, and what the agent wants by the recipient.
      /\b(?:what|why)\b/i.test(text) ? introduced : { ...purpose, additionalActions: [] },
      definition.spoken_name || getSpokenAgentName(greeting, organization),
      organization,
      random.split(`identity ${state.recipientTurnCount}`),
    );
  const composeMessage = () =>
    definition.voicemail_message.trim() === ''
      ? composeVoicemail(purpose, greeting, organization, random.split('message'))
      : composeGreeting({ ...options, definition: { ...definition, greeting: definition.voicemail_message } });

  const getDisposition = () => toOutcomeName(decideResult(state), definition.outcomes);

  const toReply = ({ text, answers = [], ...reaction }: Reaction): AgentReply => {
    if (reaction.final !== undefined) {
      state.expects = 'nothing';
      state.facts.hasEnded = true;
      state.facts.final = reaction.final;
    }
    if (!reaction.isRepetition) state.lastAgentText = text;
    state.hasJustAnswered = reaction.passages !== undefined;
    const hasCallEnded = state.expects === 'nothing';
    return {
      text,
      expects: state.expects,
      asked: state.expects === 'slot' ? (state.slot?.question ?? null) : null,
      passages: reaction.passages ?? [],
      hasSearchedKnowledge: reaction.passages !== undefined,
      hasNoAnswer: reaction.hasNoAnswer ?? false,
      hasCallEnded,
      answers,
      disposition: hasCallEnded ? getDisposition() : null,
    };
  };

  const createDateSlot = () => createSlot(createDateQuestion(random.split('date')));

  const isHandOverCase = async (text: string): Promise<boolean> => {
    const condition = definition.hand_over?.when.trim() ?? '';
    if (condition === '') return false;
    const [similarity = 0] = await knowledge.compareSentences(text, [condition]);
    return similarity >= minHandOverSimilarity;
  };

  // The first turn must not wait until the model is loaded.
  void turnClassifier.classify([greeting]).catch(() => {});

  return {
    greet: () => toReply({ text: greeting }),
    respond: async (text) => {
      if (state.facts.hasEnded) return toReply({ text: replies.lateGoodbye });
      state.recipientTurnCount += 1;
      const now = new Date(options.now());
      const hasAgreed =
        (plan.kind === 'confirm' && state.facts.hasStatedPurpose) || plan.slots.some(({ repeated }) => repeated !== '');
      const turn = await understandTurn(text, {
        expects: state.expects,
        turnClassifier,
        now,
        hasAgreed,
        hasJustAnswered: state.hasJustAnswered,
        isYesNoAsked: state.expects === 'slot' && state.slot?.question.type === 'yes_no',
        askedText: state.expects === 'slot' ? (state.slot?.question.text ?? '') : '',
        asksForDay: hasDay || plan.kind === 'settle' || plan.kind === 'confirm',
      });
      const isHandOver = await isHandOverCase(turn.text);
      const slots = isHandOver ? noSlots : fillSlots({ state, turn, now, pickPhrase, createDateSlot });
      const closed = await refuseClosedDay({ turn, state, steps, slots, pickPhrase, knowledge });
      const reaction =
        closed ??
        (await reactToTurn({
          turn,
          slots,
          state,
          steps,
          organization,
          handOver: definition.hand_over,
          isHandOverCase: isHandOver,
          now,
          pickPhrase,
          answerer,
          introduce,
          createDateSlot,
          composeMessage,
        }));
      const reply = toReply({ answers: slots.answers, ...reaction });
      state.lastRecipientText = text;
      return reply;
    },
    leaveMessage: () => toReply({ text: composeMessage(), final: 'voicemail' }),
    getDisposition,
  };
}

const minHandOverSimilarity = 0.55;
