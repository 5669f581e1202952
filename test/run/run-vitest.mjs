import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { resolveProjectPath } from '../../electron/setup/project.mjs';
import { installOpenApiTools } from './install-openapi-tools.mjs';
import { findChromium } from './find-chromium.mjs';
import { runTool } from './run-tool.mjs';

const reportPath = resolveProjectPath('.cache', 'vitest.json');

export const runUnitTests = async () => runVitest([], { CHROMIUM_PATH: await findChromium() });

/** The tests that `npm test` leaves out, because they take minutes. */
export const runLongUnitTests = async () =>
  runVitest(['.long.test.ts'], { LONG_TESTS: '1', CHROMIUM_PATH: await findChromium() });

/** The tests whose number of inputs `test/helpers/processes/fuzz-runs.ts` chooses, with the larger numbers. */
export const runFuzzTests = () => runVitest(listFuzzTests(), { FUZZ: 'long', LONG_TESTS: '1' });

/** Tests that together run much of the SQL: `npm test` runs these on PostgreSQL, too. */
const postgresTests = [
  'test/activity/activity.test.ts',
  'test/billing/cycles.test.ts',
  'test/calls/notes.test.ts',
  'test/calls/scorecards.test.ts',
  'test/do-not-call/',
  'test/shared-work/changes.test.ts',
  'test/shared-work/share-work.test.ts',
];

export const runPostgresTests = () => runOnPostgres(postgresTests);

/** All tests of the service, without what only a workspace in a file has. */
export const runTeamTests = () => runOnPostgres([]);

/** @param {readonly string[]} filters */
async function runOnPostgres(filters) {
  const { findPostgres } = await import('../helpers/service/start-postgres.ts');
  if (!findPostgres()) return { passed: 0, failed: 0, skippedReason: 'PostgreSQL was not found' };
  return runVitest(['--project', 'service', ...filters], { TEST_DATABASE: 'postgres' });
}

/** The contract cases through tools that others wrote. */
export const runOpenApiTests = async () => runVitest(['openapi.tools'], { OPENAPI_TOOLS: await installOpenApiTools() });

function listFuzzTests() {
  const names = readdirSync(resolveProjectPath('test'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => name.endsWith('.test.ts')).map((name) => resolveProjectPath('test', name));
  return paths.filter((path) => readFileSync(path, 'utf8').includes('/fuzz-runs.ts'));
}

/** @param {readonly string[]} filters parts of file names @param {Record<string, string>} [env] */
async function runVitest(filters, env = {}) {
  rmSync(reportPath, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const args = ['run', ...filters, '--config', 'test/vitest.config.ts', ...reporters];
  // Test threads share the locale of the process, so it must be set before the process starts.
  const { code } = await runTool('vitest/vitest.mjs', args, { env: { LC_ALL: 'en_GB.UTF-8', ...env } });
  const report = JSON.parse(readFileSync(reportPath, 'utf8'));
  // A file that cannot be loaded contains no failed test, and an error outside of tests shows in the exit code only.
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  const failures = [
    ...report.testResults.flatMap(listFailedTests),
    ...broken.map(({ name, message }) => ({ test: relativeName(name), message })),
  ];
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, failures };
}

/**
 * @param {{ name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 * @returns {import('./suites.mjs').Failure[]}
 */
function listFailedTests({ name, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return failed.map(({ fullName, failureMessages }) => ({
    test: `${relativeName(name)} › ${fullName}`,
    message: failureMessages[0],
  }));
}

/** @param {string} path */
const relativeName = (path) => relative(resolveProjectPath('.'), path);
