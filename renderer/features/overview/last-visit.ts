import * as z from 'zod';
import { createStore } from 'zustand';
import { timestampSchema } from '../../../shared/contract/timestamp.ts';

const storageKey = 'switchboard.visits';

/** A shorter absence does not end a visit. */
const absenceMs = 30 * 60 * 1000;

const tickMs = 60_000;

/** `seen_at` is when the window was last open. `since` is the end of the visit before the current one. */
const visitsSchema = z.object({ seen_at: timestampSchema, since: timestampSchema.optional() });

/** `since` is the end of the visit before the current one. */
const visit = createStore<{ readonly since?: string | undefined }>(() => ({}));

/** Returns the end of the visit before this one; undefined on the first one. */
export function getLastVisit(): string | undefined {
  return visit.getState().since;
}

/** Stores the time of the visit, every minute until the window closes. */
export function startVisit(now = () => new Date()): void {
  const since = findLastVisit(localStorage.getItem(storageKey), now());
  visit.setState({ since });
  const remember = () =>
    localStorage.setItem(storageKey, JSON.stringify({ seen_at: now().toISOString(), ...(since && { since }) }));
  remember();
  setInterval(remember, tickMs);
  addEventListener('pagehide', remember);
}

/** Returns the end of the visit before the one at `now`. Invalid stored values count as no visit. */
export function findLastVisit(stored: string | null, now: Date): string | undefined {
  const visits = visitsSchema.safeParse(parseJson(stored)).data;
  if (!visits) return undefined;
  return now.getTime() - Date.parse(visits.seen_at) >= absenceMs ? visits.seen_at : visits.since;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
