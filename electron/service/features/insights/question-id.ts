/** A question has the id of its turn. */
export function formatQuestionId(turn: number): string {
  return `qst_${turn}`;
}

/** Returns the turn of a question, or null if no question has this id. */
export function parseQuestionId(id: string): number | null {
  const [, digits] = /^qst_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}
