import type { SearchMatch } from '../../../shared/calls/calls.ts';
import type { CallSidebarTab } from './calls-store.ts';

type MatchLink = {
  /** The search of the URL of the call. */
  readonly search: { readonly t?: number; readonly q?: string };
  /** The tab that shows the match; null for the default one. */
  readonly tab: CallSidebarTab | null;
};

/** Returns where a call shows what a search found: the moment of a turn or of a note, or the tab of another text. */
export function getMatchLink(match: SearchMatch | null, query: string): MatchLink {
  switch (match?.kind) {
    case 'turn':
      return { search: { t: match.start_seconds, q: query }, tab: null };
    case 'note':
      return { search: { t: match.at_seconds }, tab: 'notes' };
    case 'tag':
      return { search: {}, tab: 'review' };
    case 'metadata':
      return { search: {}, tab: 'metadata' };
    default:
      return { search: {}, tab: null };
  }
}
