import type { Speaker } from '../../../../shared/calls/calls.ts';

export type TurnTime = { readonly startMs: number; readonly endMs: number };

type Turn = { readonly speaker: Speaker; readonly text: string };

type Peaks = { readonly perSecond: number; readonly channels: readonly [Uint8Array, Uint8Array] };

/** A shorter pause is part of a turn. */
const minPauseSeconds = 0.25;

/** Every turn takes the time of this many characters in addition, such as for a breath. */
const charactersPerTurn = 6;

/** A turn contains at most this many stretches of speech. */
const maxStretchesPerTurn = 80;

/** Turns times stretches. More would take seconds. */
const maxPairs = 2_000_000;

/** A peak below this share of the loudest ones is silence. */
const silenceShare = 0.08;

/** How much the wrong channel costs, compared with the wrong length. */
const channelWeight = 10;

/** Speech without a pause. `agentShare` is the share of its sound on the agent's channel. */
type Stretch = { readonly start: number; readonly end: number; readonly agentShare: number };

/**
 * Estimates when each turn of a transcript is spoken, from the pauses of the recording and the lengths of the texts. If each
 * speaker has a channel of their own, the channels are used as well.
 */
export function estimateTurnTimes(
  turns: readonly Turn[],
  { perSecond, channels }: Peaks,
  durationSeconds: number,
): readonly TurnTime[] {
  const stretches = dropTones(findStretches(channels, perSecond), turns.length);
  const canAssign = stretches.length >= turns.length && stretches.length * turns.length <= maxPairs;
  const firsts = canAssign ? assignStretches(turns, stretches) : undefined;
  if (!firsts) return spreadEvenly(turns, stretches, perSecond, durationSeconds);
  const toMs = (position: number) => (position / perSecond) * 1000;
  return firsts.map((first, index) => {
    const last = (firsts[index + 1] ?? stretches.length) - 1;
    return { startMs: toMs(stretches[first]?.start ?? 0), endMs: toMs(stretches[last]?.end ?? 0) };
  });
}

/** Returns the stretches of speech, in order. Positions are indices of peaks. */
function findStretches([agent, user]: Peaks['channels'], perSecond: number): readonly Stretch[] {
  const threshold = Math.max(2, findLoudness(agent, user) * silenceShare);
  const hasOwnChannels = agent.some((peak, index) => Math.abs(peak - (user[index] ?? 0)) > threshold);
  const minPause = Math.round(minPauseSeconds * perSecond);
  const stretches: Stretch[] = [];
  let start = -1;
  let last = -1;
  let agentSum = 0;
  let sum = 0;
  const close = () => {
    if (start >= 0) stretches.push({ start, end: last + 1, agentShare: hasOwnChannels ? agentSum / sum : 0.5 });
    start = -1;
    agentSum = 0;
    sum = 0;
  };
  for (let index = 0; index < agent.length; index++) {
    const [left, right] = [agent[index] ?? 0, user[index] ?? 0];
    if (Math.max(left, right) < threshold) {
      if (start >= 0 && index - last >= minPause) close();
      continue;
    }
    const isOtherSpeaker = hasOwnChannels && start >= 0 && left > right !== agentSum > sum - agentSum;
    if (isOtherSpeaker && index - last > 1) close();
    if (start < 0) start = index;
    last = index;
    agentSum += left;
    sum += left + right;
  }
  close();
  return stretches;
}

/** A sound on both channels, such as a ring-back tone, is not speech if each speaker has a channel of their own. */
function dropTones(stretches: readonly Stretch[], turnCount: number): readonly Stretch[] {
  const spoken = stretches.filter(({ agentShare }) => Math.abs(agentShare - 0.5) > 0.2);
  return spoken.length >= turnCount ? spoken : stretches;
}

/** Returns the level that one of twenty peaks exceeds. */
function findLoudness(agent: Uint8Array, user: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let index = 0; index < agent.length; index++) {
    const loudest = Math.max(agent[index] ?? 0, user[index] ?? 0);
    counts[loudest] = (counts[loudest] ?? 0) + 1;
  }
  let above = 0;
  for (let level = 255; level > 0; level--) {
    above += counts[level] ?? 0;
    if (above > agent.length / 20) return level;
  }
  return 0;
}

/**
 * Divides the stretches among the turns so that the lengths fit best, by dynamic programming. Returns the index of the first
 * stretch of each turn; undefined if there is no division.
 */
function assignStretches(turns: readonly Turn[], stretches: readonly Stretch[]): readonly number[] | undefined {
  const lengths = stretches.map(({ start, end }) => end - start);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const weights = turns.map(weigh);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  /** By the number of divided stretches: the cost of the best division among the turns so far. */
  let costs = new Float64Array(stretches.length + 1).fill(Infinity);
  costs[0] = 0;
  const choices: Int32Array[] = [];
  for (const [turn, weight] of weights.entries()) {
    const expected = Math.max(1, (total * weight) / totalWeight);
    const isAgent = turns[turn]?.speaker === 'agent';
    const next = new Float64Array(stretches.length + 1).fill(Infinity);
    const choice = new Int32Array(stretches.length + 1).fill(-1);
    for (let from = turn; from < stretches.length; from++) {
      const cost = costs[from] ?? Infinity;
      if (cost === Infinity) continue;
      let length = 0;
      let ofOther = 0;
      const end = Math.min(stretches.length, from + maxStretchesPerTurn);
      for (let to = from; to < end; to++) {
        const share = stretches[to]?.agentShare ?? 0.5;
        length += lengths[to] ?? 0;
        ofOther += (lengths[to] ?? 0) * (isAgent ? 1 - share : share);
        const ratio = Math.log(length / expected);
        const candidate = cost + ratio * ratio + (channelWeight * ofOther) / length;
        if (candidate < (next[to + 1] ?? Infinity)) {
          next[to + 1] = candidate;
          choice[to + 1] = from;
        }
      }
    }
    costs = next;
    choices.push(choice);
  }
  return traceBack(choices, stretches.length);
}

function traceBack(choices: readonly Int32Array[], count: number): readonly number[] | undefined {
  const firsts: number[] = [];
  let end = count;
  for (const choice of choices.toReversed()) {
    end = choice[end] ?? -1;
    if (end < 0) return undefined;
    firsts.unshift(end);
  }
  return firsts;
}

/** Divides the time from the first sound to the last by the lengths of the texts. */
function spreadEvenly(
  turns: readonly Turn[],
  stretches: readonly Stretch[],
  perSecond: number,
  durationSeconds: number,
): readonly TurnTime[] {
  const startMs = ((stretches[0]?.start ?? 0) / perSecond) * 1000;
  const endMs = stretches.length > 0 ? ((stretches.at(-1)?.end ?? 0) / perSecond) * 1000 : durationSeconds * 1000;
  const weights = turns.map(weigh);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let position = startMs;
  return weights.map((weight) => {
    const start = position;
    position += ((endMs - startMs) * weight) / totalWeight;
    return { startMs: start, endMs: position };
  });
}

function weigh({ text }: Turn): number {
  return text.length + charactersPerTurn;
}
