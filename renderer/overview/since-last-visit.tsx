import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../shared/overview.ts';
import { formatClockTime } from '../format/format-day.ts';
import { formatCount } from '../format/format-number.ts';
import { getLastVisit } from './last-visit.ts';
import { overviewQuery } from './overview-query.ts';

/** The number of added and changed items since the last visit; nothing on the first one. */
export function SinceLastVisit() {
  const changes = useQuery(overviewQuery).data?.changes;
  const since = getLastVisit();
  if (!changes || since === undefined) return null;
  return <p className="text-small text-muted">{describeChanges(changes, formatClockTime(since))}</p>;
}

/** `12 new calls, 1 new document since Tue, 12 May, 14:00` */
export function describeChanges(changes: NonNullable<Overview['changes']>, since: string): string {
  const { calls, documents, requests } = changes;
  const parts = [
    ...(calls > 0 ? [formatCount(calls, 'new call')] : []),
    ...(documents > 0 ? [formatCount(documents, 'new document')] : []),
    ...(requests ? [formatCount(requests, 'changed build request')] : []),
  ];
  return `${parts.length === 0 ? 'Nothing new' : parts.join(', ')} since ${since}`;
}
