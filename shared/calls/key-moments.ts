import type { Speaker, TimedTurn } from './calls.ts';
import { countQuestions } from './split-turn.ts';

/** How both speakers talked in a call, computed from its turns. Values that need the times of the turns are null without them. */
export type KeyMoments = {
  /** The agent's share of the talk time of both, 0 to 1; null if nobody spoke. */
  readonly agentTalkShare: number | null;
  readonly longestMonologue: Monologue | null;
  readonly interruptions: Readonly<Record<Speaker, number>> | null;
  readonly questions: Readonly<Record<Speaker, number>>;
};

export type Monologue = { readonly speaker: Speaker; readonly startSeconds: number; readonly seconds: number };

type Turn = Pick<TimedTurn, 'speaker' | 'text' | 'start_seconds' | 'end_seconds' | 'interrupted'>;

export type KeyMomentOptions = {
  /** False if the times of the turns are not known. */
  readonly hasTimes: boolean;
  /** Counts the questions of a turn. Pass a function that remembers its results for many calls with the same turns. */
  readonly count?: (text: string) => number;
};

/** Computes the key moments of a call. */
export function findKeyMoments(
  turns: readonly Turn[],
  { hasTimes, count = countQuestions }: KeyMomentOptions,
): KeyMoments {
  return {
    agentTalkShare: hasTimes ? measureAgentShare(turns) : null,
    longestMonologue: hasTimes ? findLongestMonologue(turns) : null,
    interruptions: hasTimes ? countInterruptions(turns) : null,
    questions: countPerSpeaker(turns, ({ text }) => count(text)),
  };
}

/** Divides the sum of the lengths of the agent's turns by the sum for all turns. Overlapping speech counts for both. */
function measureAgentShare(turns: readonly Turn[]): number | null {
  const { agent, user } = countPerSpeaker(turns, getLength);
  return agent + user === 0 ? null : agent / (agent + user);
}

function getLength({ start_seconds, end_seconds }: Turn): number {
  return Math.max(0, toMs(end_seconds - start_seconds));
}

/** Times are stored in milliseconds: their difference in seconds has a rounding error. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}

/**
 * Finds the longest time in which one speaker spoke without a turn of the other one: from the start of the first to the end of the
 * last of consecutive turns, with the pauses between them. Returns the first of several; with `by`, of one speaker.
 */
export function findLongestMonologue(turns: readonly Turn[], by?: Speaker): Monologue | null {
  let longest: Monologue | null = null;
  let current: Monologue | null = null;
  for (const { speaker, start_seconds, end_seconds } of turns) {
    const startSeconds: number = current?.speaker === speaker ? current.startSeconds : start_seconds;
    current = { speaker, startSeconds, seconds: Math.max(0, end_seconds - startSeconds) };
    if (by !== undefined && speaker !== by) continue;
    if (current.seconds > (longest?.seconds ?? 0)) longest = current;
  }
  return longest;
}

/** A shorter overlap is a quick answer. */
const minOverlapMs = 300;

/**
 * Counts, for each speaker, the turns that begin before the other speaker's last turn has ended. An interrupted turn of a practice call
 * ends where the interruption begins.
 */
function countInterruptions(turns: readonly Turn[]): Readonly<Record<Speaker, number>> {
  return countPerSpeaker(turns, ({ speaker, start_seconds }, index) => {
    const previous = turns[index - 1];
    if (!previous || previous.speaker === speaker) return 0;
    return previous.interrupted || toMs(previous.end_seconds - start_seconds) >= minOverlapMs ? 1 : 0;
  });
}

function countPerSpeaker(
  turns: readonly Turn[],
  count: (turn: Turn, index: number) => number,
): Readonly<Record<Speaker, number>> {
  const totals = { agent: 0, user: 0 };
  for (const [index, turn] of turns.entries()) totals[turn.speaker] += count(turn, index);
  return totals;
}
