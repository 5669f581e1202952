import type { UseQueryResult } from '@tanstack/react-query';

/**
 * Whether a query loads for the first time. A failed query loads again as soon as another component uses it: a view that shows
 * that component only while nothing loads would replace it, show it again after the next failure, and so on without end.
 */
export function isFirstLoad({ isLoading, isFetched }: Pick<UseQueryResult, 'isLoading' | 'isFetched'>): boolean {
  return isLoading && !isFetched;
}
