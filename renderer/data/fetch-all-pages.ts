import { limits } from '../../shared/contract/limits.ts';

type PageQuery = { readonly limit: number; readonly cursor?: string };

type Page<T> = { readonly data: readonly T[]; readonly next_cursor: string | null };

/** Fetches all pages of a list that is never long. */
export async function fetchAllPages<T>(fetchPage: (query: PageQuery) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await fetchPage({ limit: limits.pageSizeMax, ...(cursor !== null && { cursor }) });
    items.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}
