import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Overview } from '../../../shared/window/overview.ts';
import { formatClockTime } from '../../format/format-day.ts';
import { formatCount } from '../../format/format-number.ts';
import { getLastVisit } from './last-visit.ts';
import { overviewQuery } from './overview-query.ts';

/** The number of added and changed items since the last visit, each a link to them; nothing on the first visit. */
export function SinceLastVisit() {
  const changes = useQuery(overviewQuery).data?.changes;
  const since = getLastVisit();
  if (!changes || since === undefined) return null;
  const parts = listChanges(changes, since);
  const time = formatClockTime(since);
  if (parts.length === 0) return <p className="text-small text-muted">{`Nothing new since ${time}`}</p>;
  return (
    <p className="text-small text-muted">
      {parts.map(({ text, link }, index) => (
        <span key={text}>
          {index > 0 && ', '}
          <Link
            {...link}
            className="rounded-control text-ink underline decoration-muted underline-offset-2 hover:decoration-ink"
          >
            {text}
          </Link>
        </span>
      ))}
      {` since ${time}`}
    </p>
  );
}

type Change = { readonly text: string; readonly link: Pick<LinkProps, 'to' | 'search'> };

/** Returns the counts that are not 0, each with the list of what it counts. */
export function listChanges(changes: NonNullable<Overview['changes']>, since: string): readonly Change[] {
  const { calls, documents, requests } = changes;
  return [
    ...(calls > 0
      ? [
          {
            text: formatCount(calls, 'new call'),
            link: { to: '/calls', search: { since, mode: 'not_practice' } },
          } as const,
        ]
      : []),
    ...(documents > 0
      ? [{ text: formatCount(documents, 'new document'), link: { to: '/knowledge', search: { since } } } as const]
      : []),
    ...(requests
      ? [
          {
            text: formatCount(requests, 'changed build request'),
            link: { to: '/agents', search: { since } },
          } as const,
        ]
      : []),
  ];
}
