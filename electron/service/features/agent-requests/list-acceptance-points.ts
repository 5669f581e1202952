/** More points than this are one point: the rest of the objective. */
const maxPoints = 20;

/** Splits an objective into the points that an acceptance test checks: its lines, sentences, and parts after “then”. */
export function listAcceptancePoints(objective: string): readonly string[] {
  const parts = objective
    .split(/\n+|(?<=[.!?;])\s+|,?\s+(?:and )?then\s+/)
    .map((part) =>
      part
        .replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s*/, '')
        .replace(/[\s;,.]+$/, '')
        .trim(),
    )
    .filter((part) => /\p{L}{2}/u.test(part));
  const points = [...parts.slice(0, maxPoints - 1), parts.slice(maxPoints - 1).join('. ')].filter(
    (part) => part !== '',
  );
  return points.map((point) => point.replace(/^\p{Ll}/u, (first) => first.toUpperCase()));
}
