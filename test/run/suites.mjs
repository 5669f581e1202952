/**
 * The suites of `npm test`, in their order. A suite with `runsBeside` starts with the one named and shows its output when it is
 * done. A suite with `isOptional` runs only when it is named. `run` imports late: a fresh clone has none of the packages.
 * @typedef {{ test: string, message?: string }} Failure
 * @typedef {{ passed: number, failed: number, failures?: Failure[], skippedReason?: string, output?: string }} Count
 * @typedef {{ collectOutput: boolean }} RunOptions returns the output with the count instead of showing it as it arrives
 * @typedef {{ title: string, needsBuild: boolean, runsBeside?: string, isOptional?: true, run: (options: RunOptions) => Promise<Count> }} Suite
 * @type {Record<string, Suite>}
 */
export const suites = {
  format: {
    title: 'Format (Oxfmt)',
    needsBuild: false,
    runsBeside: 'unit',
    run: () => runCheck('oxfmt/bin/oxfmt', ['--check']),
  },
  types: {
    title: 'Types (TypeScript)',
    needsBuild: false,
    runsBeside: 'unit',
    // Each further checker would repeat much of the work of the first, on processors that the tests need.
    run: () => runCheck('typescript/bin/tsc', ['-b', '--checkers', '1']),
  },
  lint: {
    title: 'Lint (Oxlint)',
    needsBuild: false,
    runsBeside: 'unit',
    run: () => runCheck('oxlint/bin/oxlint', ['--deny-warnings', '--quiet']),
  },
  unit: {
    title: 'Units, components, service and hosts (Vitest)',
    needsBuild: true,
    run: async () => (await import('./run-vitest.mjs')).runUnitTests(),
  },
  postgres: {
    title: 'A part of the service tests on PostgreSQL (Vitest)',
    needsBuild: false,
    run: async () => (await import('./run-vitest.mjs')).runPostgresTests(),
  },
  e2e: {
    title: 'End to end in Chromium, over the browser host (Playwright)',
    needsBuild: true,
    run: async () => (await import('./run-playwright.mjs')).runChromiumTests(),
  },
  desktop: {
    title: 'End to end in Electron (Playwright)',
    needsBuild: true,
    runsBeside: 'e2e',
    run: async (options) => (await import('./run-playwright.mjs')).runElectronTests(options),
  },
  package: {
    title: 'Packaging, and the packaged application (Playwright)',
    needsBuild: true,
    // After it, this would use a third of two processors.
    runsBeside: 'desktop',
    run: async (options) => (await import('./run-playwright.mjs')).runPackageTests(options),
  },
  conformance: {
    title: 'Electron and the package, with every contract case (Playwright)',
    needsBuild: true,
    isOptional: true,
    run: async (options) => (await import('./run-playwright.mjs')).runConformanceTests(options),
  },
  long: {
    title: 'What takes too long for each commit: every menu and dialog, every control of each role, more kills',
    needsBuild: true,
    isOptional: true,
    run: async () => (await import('./run-long-tests.mjs')).runLongTests(),
  },
  team: {
    title: 'The team server, and the service tests on PostgreSQL (Vitest)',
    needsBuild: true,
    isOptional: true,
    run: async () => (await import('./run-vitest.mjs')).runTeamTests(),
  },
  fuzz: {
    title: 'Fuzz and property tests with many more inputs (Vitest)',
    needsBuild: true,
    isOptional: true,
    run: async () => (await import('./run-vitest.mjs')).runFuzzTests(),
  },
  openapi: {
    title: 'Spectral and Prism on the API description; downloads them (150 MB) the first time',
    needsBuild: true,
    isOptional: true,
    run: async () => (await import('./run-vitest.mjs')).runOpenApiTests(),
  },
};

/** @param {string} script @param {string[]} args @returns {Promise<Count>} */
async function runCheck(script, args) {
  const { runTool } = await import('./run-tool.mjs');
  const { code, output } = await runTool(script, args, { collectOutput: true });
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}
