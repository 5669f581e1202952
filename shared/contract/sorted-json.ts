/** Formats JSON with sorted keys: their order has no meaning, so requests are the same if this text is. */
export function formatSortedJson(json: unknown): string {
  return JSON.stringify(json, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
