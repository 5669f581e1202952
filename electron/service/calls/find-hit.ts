import type { CallRecord } from '../../../shared/calls.ts';
import type { Database } from '../db/database.ts';
import { createExactCounter, createWordCounter, readWords } from './search-words.ts';
import { listTurns, type TurnRow } from './turn-queries.ts';

/**
 * Gives, for a call that a search has found, the turn that holds most of its words, the first of those that hold as
 * many; null where nothing was searched.
 */
export function createHitFinder(
  db: Database,
  text: string | undefined,
): (call: { readonly id: number }) => CallRecord['hit'] {
  const words = readWords(text ?? '');
  if (words.length === 0) return () => null;
  const count = createWordCounter(words);
  const countExactly = createExactCounter(db, words);
  return ({ id }) => {
    const turns = listTurns(db, id);
    const hit = findRichest(turns, count, words.length) ?? findRichest(turns, countExactly, words.length);
    return hit ? toHit(hit) : null;
  };
}

/** The first turn with the highest count, of which none is above `most`; null where all are 0. */
function findRichest(turns: readonly TurnRow[], count: (text: string) => number, most: number): TurnRow | null {
  let richest: TurnRow | null = null;
  let highest = 0;
  for (const turn of turns) {
    const counted = count(turn.text);
    if (counted > highest) [richest, highest] = [turn, counted];
    if (highest === most) break;
  }
  return richest;
}

function toHit({ position, speaker, text, start_ms }: TurnRow): NonNullable<CallRecord['hit']> {
  return { position, speaker, text, start_seconds: start_ms / 1000 };
}
