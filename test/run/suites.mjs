/**
 * The parts of `npm test`, in their order. `run` is imported late: a fresh clone has none of what it needs.
 * @typedef {{ passed: number, failed: number, skippedReason?: string }} Count
 * @type {Record<string, { title: string, needsBuild: boolean, run: () => Promise<Count> }>}
 */
export const suites = {
  format: {
    title: 'Every file is formatted as Prettier does it',
    needsBuild: false,
    run: () => check('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  },
  types: { title: 'The compiler finds nothing', needsBuild: false, run: () => check('typescript/bin/tsc', ['-b']) },
  lint: {
    title: 'The linter finds nothing',
    needsBuild: false,
    run: () => check('oxlint/bin/oxlint', ['--deny-warnings', '--quiet']),
  },
  unit: {
    title: 'Units, the service, the hosts (vitest)',
    needsBuild: true,
    run: async () => (await import('./run-vitest.mjs')).runVitest(),
  },
  e2e: {
    title: 'End to end in Chromium, over the browser host (playwright)',
    needsBuild: true,
    run: async () => (await import('./run-playwright.mjs')).runChromiumTests(),
  },
  desktop: {
    title: 'End to end in a real Electron window (playwright)',
    needsBuild: true,
    run: async () => (await import('./run-playwright.mjs')).runElectronTests(),
  },
};

/** @param {string} script @param {string[]} args @returns {Promise<Count>} */
async function check(script, args) {
  const { runTool } = await import('./run-tool.mjs');
  return (await runTool(script, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
