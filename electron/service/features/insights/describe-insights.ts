import {
  engagedSeconds,
  insightGroupsMax,
  noCalls,
  talkTimeClasses,
  type CallCounts,
  type CallInsights,
} from '../../../../shared/insights/insights.ts';
import { findPreviousPeriod } from '../../../../shared/insights/previous-period.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import {
  citationsMax,
  citedPassagesMax,
  uncitedDocumentsMax,
  type DocumentInsights,
} from '../../../../shared/insights/document-insights.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  countCallsOfPeriod,
  countCallsWithoutDate,
  listIntervalCounts,
  listOutcomeGroups,
  readAgentNames,
  readFirstCallMs,
  type InsightScope,
  type IntervalCounts,
  type OutcomeGroup,
} from './insight-queries.ts';
import { createLocalTime, findIntervalMs, listDates, type LocalTime } from './local-time.ts';
import { readLatencyOfPeriod } from './latency-queries.ts';
import {
  countActiveDocuments,
  listLatestCitations,
  listMostCitedPassages,
  listUncitedDocuments,
} from './citation-queries.ts';

/** Returns the figures of a period. Calls are grouped in SQL, and the groups are assigned to local hours, agents and outcomes here. */
export function describeCallsOfPeriod(db: Database, scope: InsightScope, timeZone: string): CallInsights {
  const { fromMs, toMs, orgId } = scope;
  const toLocalTime = createLocalTime(timeZone);
  const intervalMs = findIntervalMs(scope, timeZone);
  const hours = sumByLocalHour(listIntervalCounts(db, scope, intervalMs), (interval) =>
    toLocalTime(Math.max(fromMs, interval * intervalMs)),
  );
  const addBy = <Key>(keys: readonly Key[], findKey: (time: LocalTime) => Key) => sumByKey(hours, keys, findKey);
  const dates = listDates(toLocalTime(fromMs).date, toLocalTime(toMs - 1).date);
  const groups = listOutcomeGroups(db, scope);
  const answered = groups.filter((group) => group.is_answered === 1);
  const firstCallMs = readFirstCallMs(db, scope);
  return {
    from: formatTimestamp(fromMs),
    to: formatTimestamp(toMs),
    time_zone: timeZone,
    totals: hours.reduce((sum, { counts }) => addCounts(sum, counts), noCalls),
    previous: countCallsOfPeriod(db, { ...scope, ...findPreviousPeriod(scope, timeZone) }),
    without_date: countCallsWithoutDate(db, scope),
    latency: readLatencyOfPeriod(db, scope),
    first_call_at: firstCallMs === null ? null : formatTimestamp(firstCallMs),
    by_day: addBy(dates, ({ date }) => date).map(([date, counts]) => ({ date, ...counts })),
    by_hour: addBy([...Array(24).keys()], ({ hour }) => hour).map(([, counts]) => counts),
    by_weekday: addBy([...Array(7).keys()], ({ weekday }) => weekday).map(([, counts]) => counts),
    by_outcome: sumByOutcome(answered),
    by_agent: sumByAgent(groups, readAgentNames(db, orgId)),
    by_talk_time: talkTimeClasses.map((from_seconds, index) => ({
      from_seconds,
      calls: answered.reduce((sum, group) => sum + countFrom(group, index) - countFrom(group, index + 1), 0),
    })),
  };
}

type LocalHour = { readonly time: LocalTime; readonly counts: CallCounts };

/** Adds up the intervals of each local hour that has any. */
function sumByLocalHour(
  intervals: readonly IntervalCounts[],
  toTime: (interval: number) => LocalTime,
): readonly LocalHour[] {
  const hours = new Map<string, LocalHour>();
  for (const { interval, ...counts } of intervals) {
    const time = toTime(interval);
    const key = `${time.date} ${time.hour}`;
    const hour = hours.get(key);
    hours.set(key, { time, counts: hour ? addCounts(hour.counts, counts) : counts });
  }
  return [...hours.values()];
}

/** Adds up the counts of each key, in the order of the keys. */
function sumByKey<Key>(
  hours: readonly LocalHour[],
  keys: readonly Key[],
  findKey: (time: LocalTime) => Key,
): readonly (readonly [Key, CallCounts])[] {
  const sums = new Map<Key, CallCounts>(keys.map((key) => [key, noCalls]));
  for (const { counts, time } of hours) {
    const key = findKey(time);
    sums.set(key, addCounts(sums.get(key) ?? noCalls, counts));
  }
  return [...sums];
}

/** Returns the most frequent outcomes, whose case does not matter. */
function sumByOutcome(groups: readonly OutcomeGroup[]): CallInsights['by_outcome'] {
  const sums = new Map<string, CallInsights['by_outcome'][number]>();
  for (const { disposition, calls, talk_seconds } of groups) {
    if (disposition === '') continue;
    const key = disposition.toLowerCase();
    const sum = sums.get(key) ?? { disposition, calls: 0, talk_seconds: 0 };
    sums.set(key, { ...sum, calls: sum.calls + calls, talk_seconds: sum.talk_seconds + talk_seconds });
  }
  return [...sums.values()]
    .toSorted((a, b) => b.calls - a.calls || compareText(a.disposition, b.disposition))
    .slice(0, insightGroupsMax);
}

/** Returns the agents with most calls. */
function sumByAgent(groups: readonly OutcomeGroup[], names: ReadonlyMap<string, string>): CallInsights['by_agent'] {
  const sums = new Map<string, CallCounts>();
  for (const group of groups) {
    const { agent_id, is_answered, is_successful, calls, talk_seconds, disposition } = group;
    const engaged = is_answered ? countFrom(group, engagedClass) : 0;
    const counts: CallCounts = {
      placed: calls,
      answered: is_answered ? calls : 0,
      engaged,
      engaged_with_outcome: disposition === '' ? 0 : engaged,
      engaged_successful: is_successful ? engaged : 0,
      successful: is_answered && is_successful ? calls : 0,
      talk_seconds: is_answered ? talk_seconds : 0,
    };
    sums.set(agent_id, addCounts(sums.get(agent_id) ?? noCalls, counts));
  }
  return [...sums]
    .map(([agent_id, counts]) => ({ agent_id, agent_name: names.get(agent_id) ?? '', ...counts }))
    .toSorted((a, b) => b.placed - a.placed || compareText(a.agent_name, b.agent_name))
    .slice(0, insightGroupsMax);
}

const engagedClass = talkTimeClasses.indexOf(engagedSeconds);

/** Returns the calls of a group in a talk time class and the ones after it. */
const countFrom = (group: OutcomeGroup, talkTimeClass: number) =>
  talkTimeClass === 0 ? group.calls : (group[`calls_${talkTimeClasses[talkTimeClass] ?? 0}`] ?? 0);

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function addCounts(a: CallCounts, b: CallCounts): CallCounts {
  return {
    placed: a.placed + b.placed,
    answered: a.answered + b.answered,
    engaged: a.engaged + b.engaged,
    engaged_with_outcome: a.engaged_with_outcome + b.engaged_with_outcome,
    engaged_successful: a.engaged_successful + b.engaged_successful,
    successful: a.successful + b.successful,
    talk_seconds: a.talk_seconds + b.talk_seconds,
  };
}

/** Returns the passages that answers cite most in a period, and the documents that no answer cites. */
export function describeDocumentsOfPeriod(db: Database, scope: InsightScope): DocumentInsights {
  const passages = listMostCitedPassages(db, scope, citedPassagesMax);
  const uncited = listUncitedDocuments(db, scope, uncitedDocumentsMax);
  return {
    cited_passages: passages.map(({ document_id, version, title, chunk, position, page, text, count }) => ({
      document_id,
      title,
      chunk_id: `chk_${chunk}`,
      page,
      text,
      count,
      citations: listLatestCitations(db, scope, { document_id, version, position }, citationsMax).map((citation) => ({
        call_id: citation.call_id,
        agent_name: citation.agent_name,
        agent_version: citation.agent_version,
        recipient_number: citation.recipient_number,
        called_at: formatTimestamp(citation.called_at),
        position: citation.position,
        start_seconds: citation.start_ms / 1000,
      })),
    })),
    cited_passage_count: passages[0]?.passage_count ?? 0,
    citation_count: passages[0]?.citation_count ?? 0,
    uncited_documents: uncited.map(({ document_id, title, chunk_count, added_at }) => ({
      document_id,
      title,
      chunks_created: chunk_count,
      added_at: formatTimestamp(added_at),
    })),
    uncited_document_count: uncited[0]?.uncited_count ?? 0,
    document_count: countActiveDocuments(db, scope),
  };
}
