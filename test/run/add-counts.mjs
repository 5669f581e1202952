/** @typedef {import('./suites.mjs').Count} Count */

/** Adds up what several programs ran for one suite. @param {readonly Count[]} counts @returns {Count} */
export function addCounts(counts) {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: counts.flatMap(({ failures }) => failures ?? []),
  };
}
