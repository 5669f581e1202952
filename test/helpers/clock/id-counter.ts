/** Returns ids that count up for each prefix, so that they are the same in every run. Ids are the seeds of simulations. */
export function createIdCounter(): (prefix: string) => string {
  const counts = new Map<string, number>();
  return (prefix) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return `${prefix}_${String(count).padStart(24, '0')}`;
  };
}
