import { sayGreeting, sayMessage, sayOrganization, sayPurpose } from './agent-lines.ts';
import type { MindParts, Reply } from './agent-mind.ts';
import { createAgenda } from './agenda.ts';
import { createAnswering, type Answer } from './answering.ts';
import { dispositions, type Disposition } from './dispositions.ts';
import { findTime } from './find-time.ts';
import { createPhraseBook } from './phrase-book.ts';
import { fillSlots } from './plain-speech.ts';
import { readIntent, type Intent, type Reading } from './read-intent.ts';
import { readObjective } from './read-objective.ts';
import { createRandom } from './seeded-random.ts';
import * as closings from './wording/agent-closings.ts';
import * as objections from './wording/agent-objections.ts';
import * as replies from './wording/agent-replies.ts';
import * as answers from './wording/agent-answers.ts';

/** What the agent waits for after it has spoken: a bare "yes" or "no" is read by it. */
export type Expectation =
  'greeting' | 'engage' | 'open' | 'ask' | 'objection' | 'follow_up' | 'time' | 'last' | 'nothing';

export type TalkReply = Reply & { readonly expects: Expectation; readonly isLookedUp: boolean };

export type Talk = {
  greet(): TalkReply;
  hear(text: string): Promise<TalkReply>;
  leaveMessage(): TalkReply;
};

/** However long somebody goes on: the agent then ends the call kindly. */
const turnsHeardMax = 18;

type Step = { readonly text: string; readonly expects: Expectation; readonly ends?: Disposition };

export function createTalk({ profile, metadata, seed, knowledge }: MindParts): Talk {
  const random = createRandom(seed).split('agent');
  const organization = sayOrganization(profile.organizationName);
  const greeting = sayGreeting(profile, metadata);
  const purpose = readObjective(profile.objective);
  const agenda = createAgenda(purpose, random.split('agenda'));
  const answering = createAnswering(knowledge, random.split('answers'));
  const say = createPhraseBook(random.split('phrases'));
  const state = {
    expects: 'greeting' as Expectation, // widened from the literal: it changes
    heard: 0,
    unclear: 0,
    refusals: 0,
    isAgreed: false,
    isFollowUp: false,
    isPurposeSaid: false,
    /** Why a time is asked for. */
    wantsPerson: false,
    said: greeting,
    over: null as Disposition | null, // widened for the same reason
  };

  const finish = (): Disposition => {
    if (state.isAgreed) return agreedDisposition(purpose.kind);
    if (state.refusals > 1) return dispositions.notInterested;
    if (state.isFollowUp) return dispositions.followUp;
    if (state.refusals > 0) return dispositions.notInterested;
    if (answering.count() > 0) return dispositions.answered;
    return state.isPurposeSaid ? dispositions.informed : dispositions.endedEarly;
  };

  const close = (lead: string, ends: Disposition = finish()): Step => ({
    text: join(lead, say('goodbye', closings.goodbyes)),
    expects: 'nothing',
    ends,
  });

  /** What comes next on the agent's own way through the call. */
  const proceed = (lead: string): Step => {
    if (!state.isPurposeSaid) {
      state.isPurposeSaid = true;
      const spoken = sayPurpose(purpose, greeting, organization, random.split('purpose'));
      return { text: join(lead, spoken, agenda.engage() ?? ''), expects: 'engage' };
    }
    const next = agenda.next();
    if (next) return { text: join(lead, next.text), expects: next.expects };
    if (state.expects !== 'last') return { text: join(lead, say('last', closings.lastQuestions)), expects: 'last' };
    return close(lead);
  };

  const object = (kind: objections.Objection): Step => {
    if (kind === 'mail') state.isFollowUp = true;
    else if (kind !== 'trust') state.refusals += 1;
    if (state.refusals > 1 && kind !== 'mail' && kind !== 'trust') return refuse();
    return { text: fillSlots(say(kind, objections.objectionReplies[kind]), { organization }), expects: 'objection' };
  };

  const refuse = (): Step => close(say('second no', objections.secondNo), dispositions.notInterested);

  const respond = async (reading: Reading): Promise<Step | Answer> => {
    const has = (...wanted: readonly Intent[]) => wanted.some((intent) => reading.intents.has(intent));
    const isLate = state.heard >= turnsHeardMax;
    if (has('wrong_person'))
      return { text: say('wrong', closings.wrongPersonReplies), expects: 'nothing', ends: dispositions.wrongPerson };
    if (has('stop_calling'))
      return { text: say('stop', closings.stopReplies), expects: 'nothing', ends: dispositions.doNotCall };
    if (isLate)
      return {
        text: say('late', closings.tooLong),
        expects: 'nothing',
        ends: state.isAgreed ? finish() : dispositions.followUp,
      };
    if (state.expects === 'time') return noteTime(reading);
    if (has('human')) {
      state.wantsPerson = true;
      return { text: say('human', replies.humanReplies), expects: 'time' };
    }
    if (has('robot'))
      return {
        text: fillSlots(say('robot', replies.robotReplies), { organization }),
        expects: state.isPurposeSaid ? 'open' : 'greeting',
      };
    if (has('source'))
      return { text: fillSlots(say('source', replies.sourceReplies), { organization }), expects: state.expects };
    if (has('who')) {
      const spoken = sayPurpose(purpose, '', organization, random.split(`who ${state.heard}`));
      state.isPurposeSaid = true;
      return { text: join(spoken, agenda.engage() ?? ''), expects: 'engage' };
    }
    if (has('repeat') && !has('question'))
      return { text: fillSlots(say('repeat', replies.repeats), { said: state.said }), expects: state.expects };
    if (has('busy') && !(state.expects === 'follow_up')) {
      state.wantsPerson = false;
      const time = findTime(reading.text);
      if (time) return close(fillSlots(say('noted', replies.timeNoted), { time }), dispositions.callback);
      return { text: say('busy', replies.busyReplies), expects: 'time' };
    }
    if (has('question') && reading.question !== null) {
      if (has('yes') && state.expects === 'ask') state.isAgreed = true;
      if (has('yes') && state.expects === 'follow_up') state.isFollowUp = true;
      return answering.answer(reading.question, { invite: agenda.afterAnswer, isFollowUp: state.isFollowUp });
    }
    const objection = (['not_interested', 'price', 'competitor', 'trust', 'mail', 'think'] as const).find((kind) =>
      has(kind),
    );
    if (objection && !(state.expects === 'follow_up' || state.expects === 'last')) return object(objection);
    if (has('goodbye')) return close(has('thanks') ? say('welcome', replies.welcomeReplies) : '');
    if (has('unclear')) {
      state.unclear += 1;
      if (state.unclear % 3 !== 0) return { text: say('unclear', replies.unclearReplies), expects: state.expects };
      return proceed(say('unclear again', replies.unclearAgain));
    }
    return react(has);
  };

  /** To a plain answer: what it means depends on what the agent asked. */
  const react = (has: (...wanted: readonly Intent[]) => boolean): Step => {
    const [isYes, isNo] = [has('yes') && !has('no'), has('no', 'not_interested')];
    const thanks = has('thanks') ? say('welcome', replies.welcomeReplies) : '';
    switch (state.expects) {
      case 'greeting':
        if (isNo && state.refusals === 0 && /\b(?:moment|time|minute)\b[^?]*\?\s*$/i.test(state.said))
          return { text: say('busy', replies.busyReplies), expects: 'time' };
        return proceed(has('small_talk') ? say('small talk', replies.smallTalkReplies) : '');
      case 'follow_up':
        if (isYes) state.isFollowUp = true;
        return proceed(
          isNo
            ? say('left', answers.followUpLeft)
            : isYes
              ? say('taken', answers.followUpTaken)
              : say('acknowledge', replies.acknowledgements),
        );
      case 'ask':
        if (isYes) {
          state.isAgreed = true;
          const pool = agreedPool(purpose.kind);
          return { text: join(say('agreed', pool), say('last', closings.lastQuestions)), expects: 'last' };
        }
        if (isNo) {
          state.refusals += 1;
          return state.refusals > 1
            ? refuse()
            : { text: say('no at ask', objections.noAtTheAsk), expects: 'objection' };
        }
        return proceed(say('acknowledge', replies.acknowledgements));
      case 'objection':
        return proceed(isYes ? say('glad', replies.gladReplies) : say('acknowledge', replies.acknowledgements));
      case 'last':
        return isYes && !has('no') && !has('thanks') ? { text: 'Please go ahead.', expects: 'open' } : close(thanks);
      case 'open':
        return proceed(
          thanks ||
            (isNo
              ? say('fine', ['All right.', 'Good.', 'Fine.', 'Very well.'])
              : say('acknowledge', replies.acknowledgements)),
        );
      default:
        return proceed(
          has('small_talk')
            ? say('small talk', replies.smallTalkReplies)
            : isYes
              ? say('glad', replies.gladReplies)
              : say('acknowledge', replies.acknowledgements),
        );
    }
  };

  const noteTime = (reading: Reading): Step => {
    const ends = state.wantsPerson ? dispositions.followUp : dispositions.callback;
    const time = findTime(reading.text);
    return close(
      time ? fillSlots(say('noted', replies.timeNoted), { time }) : say('time open', replies.timeOpen),
      ends,
    );
  };

  const toReply = (step: Step, passages: Reply['passages'] = [], isLookedUp = false): TalkReply => {
    state.expects = step.expects;
    state.said = step.text;
    state.over = step.ends ?? null;
    return {
      text: step.text,
      passages,
      isOver: step.ends !== undefined,
      disposition: step.ends ?? null,
      expects: step.expects,
      isLookedUp,
    };
  };

  return {
    greet: () => toReply({ text: greeting, expects: 'greeting' }),
    hear: async (text) => {
      if (state.over !== null) return toReply({ text: 'Goodbye!', expects: 'nothing', ends: state.over });
      state.heard += 1;
      const answered = await respond(readIntent(text));
      return 'passages' in answered ? toReply(answered, answered.passages, true) : toReply(answered);
    },
    leaveMessage: () =>
      toReply({
        text: sayMessage(purpose, greeting, organization, random.split('message')),
        expects: 'nothing',
        ends: dispositions.voicemail,
      }),
  };
}

function agreedDisposition(kind: string): Disposition {
  if (kind === 'offer') return dispositions.interested;
  if (kind === 'confirm' || kind === 'settle') return dispositions.confirmed;
  return kind === 'general' ? dispositions.interested : dispositions.informed;
}

function agreedPool(kind: string): readonly string[] {
  return kind === 'offer' || kind === 'confirm' || kind === 'settle' ? closings.agreed[kind] : closings.agreed.other;
}

function join(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}
