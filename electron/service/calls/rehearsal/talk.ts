import { createRandom } from '../seeded-random.ts';
import { createAgenda } from './agenda.ts';
import { sayGreeting, sayMessage, sayOrganization, sayPurpose } from './agent-lines.ts';
import type { MindParts } from './agent-mind.ts';
import { createAnswering } from './answering.ts';
import { dispositions } from './dispositions.ts';
import { findTime } from './find-time.ts';
import { createPhraseBook } from './phrase-book.ts';
import { fillSlots } from './plain-speech.ts';
import { reactToAnswer } from './react-to-answer.ts';
import { readIntent, type Intent, type Reading } from './read-intent.ts';
import { readObjective } from './read-objective.ts';
import { createTalkMoves, join } from './talk-moves.ts';
import { beginTalk, type Step, type TalkReply } from './talk-state.ts';
import * as closings from './wording/agent-closings.ts';
import * as replies from './wording/agent-replies.ts';

export type Talk = {
  greet(): TalkReply;
  hear(text: string): Promise<TalkReply>;
  leaveMessage(): TalkReply;
};

/** However long somebody goes on: the agent then ends the call kindly. */
const turnsHeardMax = 18;

const objections = ['not_interested', 'price', 'competitor', 'trust', 'mail', 'think'] as const;

/** The agent's side of a call, with what it waits for, which its own recipient may know. */
export function createTalk({ profile, metadata, seed, knowledge }: MindParts): Talk {
  const random = createRandom(seed).split('agent');
  const organization = sayOrganization(profile.organizationName);
  const greeting = sayGreeting(profile, metadata);
  const purpose = readObjective(profile.objective);
  const state = beginTalk(greeting);
  const agenda = createAgenda(purpose, random.split('agenda'));
  const answering = createAnswering(knowledge, random.split('answers'));
  const say = createPhraseBook(random.split('phrases'));
  const moves = createTalkMoves({
    state,
    kind: purpose.kind,
    organization,
    agenda,
    say,
    sayPurpose: () => sayPurpose(purpose, greeting, organization, random.split('purpose')),
    hasAnswered: () => answering.count() > 0,
  });
  const sayFilled = (
    name: string,
    pool: readonly string[],
    slots: Readonly<Record<string, string>> = { organization },
  ) => fillSlots(say(name, pool), slots);

  /** What ends a call or turns it aside, whatever it was about; undefined where a turn does neither. */
  const turnAside = (has: (intent: Intent) => boolean, text: string): Step | undefined => {
    if (has('wrong_person')) return over(say('wrong', closings.wrongPersonReplies), dispositions.wrongPerson);
    if (has('stop_calling')) return over(say('stop', closings.stopReplies), dispositions.doNotCall);
    if (state.heard >= turnsHeardMax) {
      state.isFollowUp = true;
      return over(say('late', closings.tooLong), dispositions.followUp);
    }
    if (has('human') && state.expects !== 'follow_up') {
      state.isPersonWanted = true;
      if (state.expects === 'time' || findTime(text)) return moves.noteTime(text);
      return { text: say('human', replies.humanReplies), expects: 'time' };
    }
    if (state.expects === 'time' && !has('question')) return moves.noteTime(text);
    if (has('busy') && state.expects !== 'follow_up' && state.expects !== 'last') {
      if (findTime(text)) return moves.noteTime(text);
      return { text: say('busy', replies.busyReplies), expects: 'time' };
    }
    return undefined;
  };

  /** Questions to the agent about itself and the call. */
  const introduceAgain = (has: (intent: Intent) => boolean, text: string): Step | undefined => {
    const next = state.isPurposeSaid ? 'open' : 'greeting';
    if (has('robot')) {
      const isMachineAsked = asksForMachine.test(text);
      const pool = isMachineAsked ? replies.robotReplies : replies.notHumanReplies;
      return { text: sayFilled(isMachineAsked ? 'robot' : 'not human', pool), expects: next };
    }
    if (has('source')) return { text: sayFilled('source', replies.sourceReplies), expects: state.expects };
    if (has('who')) {
      const spoken = sayPurpose(purpose, '', organization, random.split(`who ${state.heard}`));
      state.isPurposeSaid = true;
      return { text: join(spoken, agenda.engage() ?? ''), expects: 'engage' };
    }
    if (has('repeat') && !has('question'))
      return { text: sayFilled('repeat', replies.repeats, { said: state.said }), expects: state.expects };
    return undefined;
  };

  const answer = async (question: string, isYes: boolean): Promise<Step> => {
    if (state.expects === 'ask') {
      state.isAgreed ||= isYes;
      if (!isYes) agenda.reopen();
    }
    if (isYes && state.expects === 'follow_up') state.isFollowUp = true;
    const answered = await answering.answer(question, state.isFollowUp);
    if (state.expects === 'time')
      return { ...answered, text: join(answered.text, say('then when', replies.thenWhen)), expects: 'time' };
    if (answered.expects === 'follow_up') return answered;
    if (state.isPurposeSaid) return { ...answered, text: join(answered.text, agenda.afterAnswer()) };
    const { text, expects } = moves.proceed('');
    return { ...answered, text: join(answered.text, text), expects };
  };

  const respond = async (reading: Reading): Promise<Step> => {
    const has = (intent: Intent) => reading.intents.has(intent);
    const aside = turnAside(has, reading.text) ?? introduceAgain(has, reading.text);
    if (aside) return aside;
    const objection = objections.find(has);
    // "How can I be sure?" is answered where the documents do.
    const isDoubt = has('trust') && reading.question !== null && !(await answering.knows(reading.question));
    if (reading.question !== null && !isDoubt) return answer(reading.question, has('yes'));
    if (objection && state.expects !== 'follow_up' && state.expects !== 'last') return moves.meetObjection(objection);
    if (has('goodbye')) return moves.close(has('thanks') ? say('welcome', replies.welcomeReplies) : '');
    if (has('unclear')) {
      state.unclear += 1;
      if (state.unclear % 3 === 0) return moves.proceed(say('unclear again', replies.unclearAgain));
      return { text: say('unclear', replies.unclearReplies), expects: state.expects };
    }
    return reactToAnswer(reading, { state, agenda, moves, say });
  };

  const toReply = (step: Step): TalkReply => {
    state.expects = step.expects;
    state.said = step.text;
    state.over = step.ends ?? null;
    return {
      text: step.text,
      passages: step.passages ?? [],
      isOver: step.ends !== undefined,
      disposition: step.ends ?? null,
      expects: step.expects,
      isLookedUp: step.passages !== undefined,
    };
  };

  return {
    greet: () => toReply({ text: greeting, expects: 'greeting' }),
    hear: async (text) => {
      if (state.over !== null) return toReply(over('Goodbye!', state.over));
      state.heard += 1;
      return toReply(await respond(readIntent(text)));
    },
    leaveMessage: () =>
      toReply(over(sayMessage(purpose, greeting, organization, random.split('message')), dispositions.voicemail)),
  };
}

const asksForMachine = /\b(?:robot|bot|machine|computer|ai|a\.i\.|recording|automated|artificial)\b/i;

function over(text: string, ends: NonNullable<Step['ends']>): Step {
  return { text, expects: 'nothing', ends };
}
