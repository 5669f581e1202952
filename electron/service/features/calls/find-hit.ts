import type { CallRecord } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { createStemCounter, createWordCounter, parseSearchWords } from './call-search.ts';
import { listTurns, type TurnRow } from './turn-queries.ts';

/**
 * Gives, for a call that a search has found, the turn that holds most of its words, the first of those that hold as
 * many; null where nothing was searched.
 */
export function createMatchFinder(
  db: Database,
  text: string | undefined,
): (call: { readonly id: number }) => CallRecord['match'] {
  const words = parseSearchWords(text ?? '');
  if (words.length === 0) return () => null;
  const count = createWordCounter(words);
  const countExactly = createStemCounter(db, words);
  return ({ id }) => {
    const turns = listTurns(db, id);
    const hit = findBestTurn(turns, count, words.length) ?? findBestTurn(turns, countExactly, words.length);
    return hit ? toSearchMatch(hit) : null;
  };
}

/** The first turn with the highest count, of which none is above `most`; null where all are 0. */
function findBestTurn(turns: readonly TurnRow[], count: (text: string) => number, most: number): TurnRow | null {
  let richest: TurnRow | null = null;
  let highest = 0;
  for (const turn of turns) {
    const counted = count(turn.text);
    if (counted > highest) [richest, highest] = [turn, counted];
    if (highest === most) break;
  }
  return richest;
}

function toSearchMatch({ position, speaker, text, start_ms }: TurnRow): NonNullable<CallRecord['match']> {
  return { position, speaker, text, start_seconds: start_ms / 1000 };
}
