import type { CallMetadata } from '../../../../../shared/calls/call-metadata.ts';
import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import { dayMs } from '../../../../../shared/text/duration.ts';
import type { Persona } from '../../../../../shared/agents/personas.ts';
import { createRandom, type Random } from '../../../platform/seeded-random.ts';
import { findCycleStart } from '../../../features/billing/billing-cycle.ts';
import { demoAgents, demoDocuments } from '../demo-organization.ts';
import { interruptedReasons } from '../demo-call.ts';
import { resolveDemoTime } from '../demo-time.ts';
import type { RecordedTurn } from '../recorded-call.ts';
import { fillConversation, omitAnswers, readDemoConversations, type DemoConversation } from './demo-conversations.ts';
import { chooseCallEnd, pickWeighted, type AgentName, type CallEnd } from './demo-outcomes.ts';
import { createPersonPicker, type DemoPerson } from './demo-people.ts';

/** A call of the demo without a recording. */
export type HistoryCall = {
  readonly callId: string;
  readonly agent: AgentName;
  readonly number: string;
  readonly metadata: CallMetadata;
  readonly persona: Persona | null;
  readonly placedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number;
} & (
  | {
      readonly status: 'completed';
      readonly disposition: string;
      readonly durationSeconds: number;
      readonly turns: readonly RecordedTurn[];
    }
  | { readonly status: Exclude<CallEnd['status'], 'completed'>; readonly reason: string }
);

type HistoryOptions = {
  /** The time at which the demo is created. */
  readonly now: number;
  readonly anchorDay: number;
  /** All calls have ended by then. */
  readonly until: number;
};

/** A customer who is to be called on a day, or on a later one if it has too many calls. */
type DueCall = {
  readonly person: DemoPerson;
  readonly agent: AgentName;
  readonly details: CallMetadata;
  readonly attempt: number;
  /** Counts working days. */
  readonly day: number;
};

const maxAttempts: Readonly<Record<AgentName, number>> = {
  'Renewal reminders': 3,
  'Visit confirmations': 2,
  'Welcome calls': 2,
};

const plans = { 'Fiber 150': 3, 'Fiber 300': 5, 'Fiber 300 Flex': 2, 'Fiber 500': 4, 'Fiber 1000': 2 } as const;
const visitWindows = ['8:00 and 10:00', '10:00 and 13:00', '13:00 and 16:00', '16:00 and 19:00'] as const;

/** Few calls are in the evening, and none after 19:30. */
const hourWeights = { 9: 7, 10: 11, 11: 12, 12: 7, 13: 9, 14: 11, 15: 12, 16: 12, 17: 9, 18: 4, 19: 1 } as const;

/** Customers who are due take at most this share of a day. */
const dueShare = 0.75;

/**
 * Plans the calls of five billing cycles, oldest first: who is called when, who answers, and what is said. The same options give
 * the same calls.
 */
export function planDemoHistory(options: HistoryOptions): readonly HistoryCall[] {
  const random = createRandom('demo history');
  const pickPerson = createPersonPicker(random.split('people'));
  const createCall = createCallPlanner(random.split('calls'));
  const documents = demoDocuments.map(({ file, added }) => ({ file, addedAt: resolveDemoTime(added, options.now) }));
  const calls: HistoryCall[] = [];
  let due: readonly DueCall[] = [];
  const days = listHistoryDays(options.now, options.anchorDay, options.until, random.split('days'));
  for (const [day, { start, callCount }] of days.entries()) {
    if (getCreationTime('Renewal reminders', options.now) >= start.getTime()) continue;
    const isCreated = (agent: AgentName) => getCreationTime(agent, options.now) < start.getTime();
    const ready = due.filter((item) => item.day <= day && isCreated(item.agent)).slice(0, callCount * dueShare);
    const today = [...ready];
    while (today.length < callCount) {
      const agent =
        isCreated('Visit confirmations') && random.chance(0.45) ? 'Visit confirmations' : 'Renewal reminders';
      today.push({ person: pickPerson(), agent, details: createDetails(agent, random), attempt: 1, day });
    }
    const files = new Set<string>(documents.filter(({ addedAt }) => addedAt < start.getTime()).map(({ file }) => file));
    const next: DueCall[] = [];
    for (const item of today) {
      const call = createCall(item, start, files);
      calls.push(call);
      next.push(...listNextCalls(item, call, random));
    }
    due = [...due.filter((item) => !ready.includes(item)), ...next];
  }
  return calls
    .filter(
      ({ endedAt, status }) => endedAt <= options.until && (status !== 'failed' || endedAt < options.now - recentMs),
    )
    .toSorted((a, b) => a.placedAt - b.placedAt);
}

/** The latest failed calls need attention, so the only one of them is a call with a known cause. */
const recentMs = 8 * dayMs;

function getCreationTime(name: AgentName, now: number): number {
  const agent = demoAgents.find((one) => one.name === name);
  if (!agent) throw new Error(`The demo has no agent “${name}”.`);
  return resolveDemoTime(agent.created, now);
}

function createDetails(agent: AgentName, random: Random): CallMetadata {
  return agent === 'Renewal reminders'
    ? { plan: pickWeighted(plans, random) }
    : { visit_window: random.pick(visitWindows) };
}

/** Lists the calls that follow from a call: another attempt, or the welcome call after a visit. */
function listNextCalls(item: DueCall, call: HistoryCall, random: Random): readonly DueCall[] {
  const { person, agent, attempt, day } = item;
  const hasReached = call.status === 'completed' && call.disposition !== dispositions.voicemail;
  const wait = random.next();
  if (!hasReached || call.disposition === dispositions.callback)
    return attempt < maxAttempts[agent] ? [{ ...item, attempt: attempt + 1, day: day + 1 + Math.floor(wait * 2) }] : [];
  const isWelcomeDue = call.disposition === dispositions.confirmed && wait < 0.85;
  if (!isWelcomeDue) return [];
  return [{ person, agent: 'Welcome calls', details: {}, attempt: 1, day: day + 4 + Math.floor(wait * 4) }];
}

/** `files` are the documents that had been added before the day. */
type PlanCall = (item: DueCall, day: Date, files: ReadonlySet<string>) => HistoryCall;

function createCallPlanner(random: Random): PlanCall {
  const findConversation = createConversationFinder(random.split('conversations'));
  const ids = random.split('ids');
  return ({ person, agent, details, attempt }, day, files) => {
    const hour = Number(pickWeighted<string>(hourWeights, random));
    const seconds = Math.floor(random.next() * (hour === 19 ? 1_800 : 3_600));
    const placedAt = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, 0, seconds).getTime();
    const { number, ...names } = person;
    const metadata = { ...names, ...details };
    const call = { callId: createCallId(ids), agent, number, metadata, placedAt };
    const end = chooseCallEnd(agent, hour, attempt, random);
    if (end.status !== 'completed') return { ...call, ...endUnanswered(end.status, placedAt, random) };
    const { persona, disposition, ...conversation } = findConversation(agent, end.disposition, files);
    const turns = fillConversation({ persona, disposition, ...conversation }, metadata, random);
    const answeredAt = placedAt + Math.round(random.between(3, end.isPerson ? 17 : 24)) * 1_000;
    const durationSeconds = Math.ceil((turns.at(-1)?.endSeconds ?? 0) + 0.5);
    const endedAt = answeredAt + durationSeconds * 1_000;
    return { ...call, status: 'completed', persona, disposition, turns, answeredAt, durationSeconds, endedAt };
  };
}

function endUnanswered(status: Exclude<CallEnd['status'], 'completed'>, placedAt: number, random: Random) {
  const isLong = random.chance(0.5);
  const endAfter = (from: number, to: number) => placedAt + Math.round(random.between(from, to)) * 1_000;
  const unanswered = { status, answeredAt: null, persona: null };
  switch (status) {
    case 'no_answer': {
      const reason = `No answer after ${isLong ? 6 : 5} rings.`;
      return { ...unanswered, persona: status, endedAt: placedAt + (isLong ? 40 : 34) * 1_000, reason };
    }
    case 'busy':
      return { ...unanswered, endedAt: endAfter(2, 5), reason: 'The line was busy.' };
    case 'canceled':
      return { ...unanswered, endedAt: endAfter(3, 20), reason: interruptedReasons.canceled };
    case 'failed': {
      const answeredAt = endAfter(4, 12);
      return { ...unanswered, answeredAt, endedAt: answeredAt + 17_000, reason: interruptedReasons.failed };
    }
  }
}

/**
 * Returns a function that gives conversations of an agent with an outcome that cite only some documents; one repeats after all
 * others of its kind. Leaves out answers from other documents if every conversation has some.
 */
function createConversationFinder(
  random: Random,
): (agent: AgentName, disposition: string, files: ReadonlySet<string>) => DemoConversation {
  const groups = new Map<string, DemoConversation[]>();
  for (const conversation of readDemoConversations()) {
    const key = `${conversation.agent}: ${conversation.disposition}`;
    groups.set(key, [...(groups.get(key) ?? []), conversation]);
  }
  const pickers = new Map([...groups].map(([key, conversations]) => [key, random.createPicker(conversations)]));
  return (agent, disposition, files) => {
    const pick = pickers.get(`${agent}: ${disposition}`);
    if (!pick) throw new Error(`The demo has no conversation of “${agent}” with the outcome “${disposition}”.`);
    let best = pick();
    for (let tries = 0; tries < 8 && countUnknown(best, files) > 0; tries += 1) {
      const next = pick();
      if (countUnknown(next, files) < countUnknown(best, files)) best = next;
    }
    return countUnknown(best, files) === 0 ? best : omitAnswers(best, (turn) => isUnknown(turn, files));
  };
}

const isUnknown = ({ citations }: DemoConversation['turns'][number], files: ReadonlySet<string>) =>
  citations.some(({ file }) => !files.has(file));

const countUnknown = ({ turns }: DemoConversation, files: ReadonlySet<string>) =>
  turns.filter((turn) => isUnknown(turn, files)).length;

function createCallId(random: Random): string {
  const createPart = () =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return `call_${createPart()}${createPart()}${createPart()}`;
}

/**
 * The calls of a whole billing cycle, oldest first: a pilot, which began in the middle of the first cycle, the cycle with
 * overage, the previous one and the current one.
 */
const callsPerCycle = [110, 150, 1_320, 640, 580] as const;

const weekdayWeights = [0, 1.1, 1.15, 1.05, 1, 0.75, 0] as const;

type HistoryDay = { readonly start: Date; readonly callCount: number };

/** Returns the working days of all cycles up to the end of the day of `endMs`, oldest first. */
function listHistoryDays(now: number, anchorDay: number, endMs: number, random: Random): readonly HistoryDay[] {
  const bounds = [findCycleStart(findCycleStart(now, anchorDay) + 32 * dayMs, anchorDay)];
  while (bounds.length <= callsPerCycle.length) bounds.unshift(findCycleStart((bounds[0] ?? 0) - 1, anchorDay));
  return callsPerCycle.flatMap((calls, cycle) => {
    const days = listWorkingDays(bounds[cycle] ?? 0, bounds[cycle + 1] ?? 0).map((start) => ({
      start,
      weight: (weekdayWeights[start.getDay()] ?? 0) * random.between(0.88, 1.12),
    }));
    const total = days.reduce((sum, { weight }) => sum + weight, 0);
    return days
      .filter(({ start }) => start.getTime() <= endMs)
      .map(({ start, weight }) => ({ start, callCount: Math.round((calls * weight) / total) }));
  });
}

/** Returns the local starts of the working days whose business hours are in a period. */
function listWorkingDays(startMs: number, endMs: number): readonly Date[] {
  const first = new Date(startMs);
  const days: Date[] = [];
  for (let offset = -1; offset <= 33; offset += 1) {
    const start = new Date(first.getFullYear(), first.getMonth(), first.getDate() + offset);
    const noon = new Date(start.getFullYear(), start.getMonth(), start.getDate(), 12).getTime();
    if (start.getDay() % 6 !== 0 && noon >= startMs && noon < endMs) days.push(start);
  }
  return days;
}
