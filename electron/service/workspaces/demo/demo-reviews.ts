import type { ReviewState } from '../../../../shared/calls/call-review-fields.ts';
import { dispositions, successfulDispositions } from '../../../../shared/calls/dispositions.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import type { ScoreAnswer } from '../../../../shared/calls/score-answers.ts';
import type { NewCriterion } from '../../../../shared/calls/scorecards.ts';
import { createRandom, type Random } from '../../platform/seeded-random.ts';
import type { RecordedTurn } from './recorded-call.ts';

/** A call that ended with a transcript. */
type ReviewableCall = {
  readonly callId: string;
  readonly endedAt: number;
  readonly disposition: string;
  readonly turns: readonly RecordedTurn[];
};

export type DemoReview = {
  readonly callId: string;
  readonly tags: readonly string[];
  readonly reviewState: ReviewState;
  /** The email address of a member. */
  readonly assignee: string | null;
  readonly notes: readonly {
    readonly atSeconds: number;
    readonly text: string;
    readonly createdAt: number;
    /** The email address of a member. */
    readonly author: string;
  }[];
  /** Decisions by the names of their criteria, and who decided; null without any. */
  readonly scores: {
    readonly answers: Readonly<Record<string, ScoreAnswer>>;
    readonly reviewer: string;
    readonly decidedAt: number;
  } | null;
};

/** A tag, which calls get it, and what the reviewer notes at which turn. */
type TagRule = {
  readonly tag: string;
  readonly share: number;
  readonly disposition?: string;
  /** The turn that is the reason for the tag. A call without such a turn does not get it. */
  readonly isReason: (turn: RecordedTurn) => boolean;
  readonly notes: readonly string[];
};

const isSaidByUser = (pattern: RegExp) => (turn: RecordedTurn) => turn.speaker === 'user' && pattern.test(turn.text);
const isSaidByAgent = (pattern: RegExp) => (turn: RecordedTurn) => turn.speaker === 'agent' && pattern.test(turn.text);

const tagRules: readonly TagRule[] = [
  {
    tag: 'Complaint',
    share: 1,
    disposition: dispositions.doNotCall,
    isReason: isSaidByUser(/call|list/i),
    notes: ['Asked not to be called again. Check how we got this number.'],
  },
  {
    tag: 'Churn risk',
    share: 0.8,
    disposition: dispositions.notInterested,
    isReason: isSaidByUser(/not interested|no thanks|no, thank|happy with|don.t need|rather not|not right now/i),
    notes: ['Declined here. Ask the retention team to write instead of calling.', 'Second no. We should stop earlier.'],
  },
  {
    tag: 'Call back',
    share: 0.4,
    disposition: dispositions.callback,
    isReason: isSaidByUser(/tomorrow|monday|tuesday|wednesday|thursday|friday|after|morning|evening|later/i),
    notes: ['Wants the call at this time. Put it on the list.'],
  },
  {
    tag: 'Missing answer',
    share: 0.16,
    isReason: ({ hasNoAnswer }) => hasNoAnswer === true,
    notes: ['Nothing about this in the documents yet.', 'Add this to the customer FAQ.'],
  },
  {
    tag: 'Price question',
    share: 0.1,
    isReason: isSaidByUser(/how much|price|cost|charge|\bfee\b/i),
    notes: ['Price came up here. The answer is right.', 'Ask whether the customer got the price in writing.'],
  },
  {
    tag: 'Upsell',
    share: 0.2,
    disposition: dispositions.interested,
    isReason: isSaidByAgent(/put you down|in writing/i),
    notes: ['Accepted the offer here. Send it today.'],
  },
  {
    tag: 'Good example',
    share: 0.05,
    isReason: ({ speaker, citations }) => speaker === 'agent' && citations.length > 0,
    notes: ['Short and exact. Use this answer for training.'],
  },
];

/** Members who review calls. */
const reviewers = [
  'mei.lindqvist@northwind.example',
  'joao.ferreira@northwind.example',
  'tomas.okafor@northwind.example',
] as const;

/** Older calls were not reviewed; calls of the last two days wait for it. */
const [reviewedDays, waitingDays] = [24, 2] as const;

const hourMs = 3_600_000;

/** Plans the reviews of the calls of the last weeks. The same call gets the same review, whichever others there are. */
export function planDemoReviews(calls: readonly ReviewableCall[], now: number): readonly DemoReview[] {
  const random = createRandom('demo reviews');
  return calls
    .filter(({ endedAt }) => now - endedAt < reviewedDays * dayMs)
    .map((call) => planReview(call, now, random.split(call.callId)))
    .filter(({ tags, reviewState, assignee }) => tags.length > 0 || reviewState === 'reviewed' || assignee !== null);
}

function planReview({ callId, endedAt, disposition, turns }: ReviewableCall, now: number, random: Random): DemoReview {
  const found = tagRules.flatMap((rule) => {
    const isChosen = random.chance(rule.share);
    const reason = turns.findLast(rule.isReason);
    const isMatch = rule.disposition === undefined || rule.disposition === disposition;
    return isChosen && isMatch && reason ? [{ rule, reason }] : [];
  });
  const isTagged = found.length > 0;
  const isWaiting = now - endedAt < waitingDays * dayMs;
  const isReviewed = random.chance(isWaiting ? 0.1 : isTagged ? 0.7 : 0.15);
  const hasAssignee = random.chance(isTagged ? 0.8 : isReviewed ? 0.6 : isWaiting ? 0.1 : 0);
  const assignee = random.pick(reviewers);
  const createdAt = Math.min(now, endedAt + Math.round(random.between(0.2, 6) * hourMs));
  return {
    callId,
    tags: found.map(({ rule }) => rule.tag),
    reviewState: isReviewed ? 'reviewed' : 'not_reviewed',
    assignee: hasAssignee ? assignee : null,
    notes: found
      .map(({ rule, reason }) => ({
        atSeconds: reason.startSeconds,
        text: random.pick(rule.notes),
        createdAt,
        author: assignee,
      }))
      .filter(() => random.chance(0.4)),
    scores: isReviewed
      ? { answers: planScores(disposition, random.split('scores')), reviewer: assignee, decidedAt: createdAt }
      : null,
  };
}

/** The criteria that a reviewer of the demo decides. */
const natural = 'Sounds natural and friendly';
const goal = 'Reaches the goal of the call';

export const demoCriteria: readonly NewCriterion[] = [
  {
    name: 'Says who is calling',
    description: '',
    weight: 2,
    rule: { type: 'agent_says', text: 'Northwind', first_turn_only: true },
  },
  { name: 'Answers every question', description: '', weight: 3, rule: { type: 'questions_answered' } },
  {
    name: 'Lets the customer talk',
    description: 'Short turns, no long readings from a document.',
    weight: 2,
    rule: { type: 'monologue', max_seconds: 25 },
  },
  {
    name: natural,
    description: 'Would you have stayed on the line?',
    weight: 3,
    rule: null,
  },
  { name: goal, description: 'The next step is clear to both sides.', weight: 3, rule: null },
];

/** Decides the criteria of a reviewed call, by their names. */
function planScores(disposition: string, random: Random): Readonly<Record<string, ScoreAnswer>> {
  return {
    [natural]: random.chance(0.85) ? 'yes' : 'no',
    [goal]: successfulDispositions.includes(disposition) ? 'yes' : random.chance(0.6) ? 'no' : 'not_applicable',
  };
}
