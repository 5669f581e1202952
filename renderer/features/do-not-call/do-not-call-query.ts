import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { recipientNumberPattern } from '../../../shared/calls/recipient-number.ts';
import { v1 } from '../../data/service-clients.ts';

/** Prefix of all queries of the do-not-call list. */
export const doNotCallKey = ['do-not-call'] as const;

export const doNotCallQuery = queryOptions({
  queryKey: [...doNotCallKey, 'list'],
  queryFn: async ({ signal }) => (await v1(v1Routes.listDoNotCallEntries, { signal })).data,
});

/** Looks up the entry of a number; null if it can be called. */
export function doNotCallEntryQuery(number: string) {
  return queryOptions({
    queryKey: [...doNotCallKey, 'number', number],
    enabled: recipientNumberPattern.test(number),
    queryFn: async ({ signal }) =>
      (await v1(v1Routes.listDoNotCallEntries, { query: { number }, signal })).data[0] ?? null,
  });
}
