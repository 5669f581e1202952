import type { CallRecord } from '../../../shared/calls.ts';
import type { Database } from '../db/database.ts';
import { createExactFinder, createWordFinder, readWords } from './search-words.ts';
import { listTurns, type TurnRow } from './turn-queries.ts';

/** Gives, for a call that a search has found, the first turn that holds one of its words; null where nothing was searched. */
export function createHitFinder(
  db: Database,
  text: string | undefined,
): (call: { readonly id: number }) => CallRecord['hit'] {
  const words = readWords(text ?? '');
  if (words.length === 0) return () => null;
  const holds = createWordFinder(words);
  const holdsExactly = createExactFinder(db, words);
  return ({ id }) => {
    const turns = listTurns(db, id);
    const hit = turns.find((turn) => holds(turn.text)) ?? turns.find((turn) => holdsExactly(turn.text));
    return hit ? toHit(hit) : null;
  };
}

function toHit({ position, speaker, text, start_ms }: TurnRow): NonNullable<CallRecord['hit']> {
  return { position, speaker, text, start_seconds: start_ms / 1000 };
}
