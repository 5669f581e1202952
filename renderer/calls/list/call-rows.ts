import type { CallRecord } from '../../../shared/calls.ts';
import { rowsPerPage } from '../../ui/use-visible-pages.ts';

/** The calls that are loaded, by their place in the whole list. */
export type CallRows = {
  readonly at: (index: number) => CallRecord | undefined;
  /** The place of a call nearest to where it was, among those that are loaded. */
  readonly findIndex: (callId: string, near: number) => number | null;
};

type LoadedPage = { readonly page: number; readonly calls: readonly CallRecord[] | undefined };

export function createCallRows(pages: readonly LoadedPage[]): CallRows {
  const byPage = new Map(pages.map(({ page, calls }) => [page, calls]));
  return {
    at: (index) => byPage.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage],
    findIndex: (callId, near) => {
      let found: number | null = null;
      for (const [page, calls = []] of byPage)
        for (const [place, call] of calls.entries()) {
          const index = page * rowsPerPage + place;
          if (call.call_id !== callId) continue;
          if (found === null || Math.abs(index - near) < Math.abs(found - near)) found = index;
        }
      return found;
    },
  };
}
