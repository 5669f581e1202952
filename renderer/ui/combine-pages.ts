import type { UseQueryResult } from '@tanstack/react-query';

/** Several pages of a list as one answer: what is there of each, the first failure, and how to try those again that failed. */
export function combinePages<Page>(results: readonly UseQueryResult<Page>[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => void Promise.all(results.map((result) => result.isError && result.refetch())),
  };
}
