import { readFileSync, rmSync } from 'node:fs';
import { findElectron } from '../../electron/setup/electron-binary.mjs';
import { SetupError, resolveProjectPath } from '../../electron/setup/project.mjs';
import { runProgram } from '../../electron/setup/run-program.mjs';
import { addCounts } from './add-counts.mjs';
import { findChromium, findOnPath } from './find-chromium.mjs';
import { runTool } from './run-tool.mjs';

export const runChromiumTests = () => runInChromium('chromium');

/** The tests that `npm test` leaves out, because they take minutes. */
export const runLongChromiumTests = () => runInChromium('long');

/** @param {string} project */
async function runInChromium(project) {
  return runProject(project, { env: { CHROMIUM_PATH: await findChromium() } });
}

/** @typedef {import('./suites.mjs').RunOptions & { env?: Record<string, string> }} ElectronOptions */

/** @param {ElectronOptions} options */
export async function runElectronTests(options) {
  return runInElectron('desktop', options);
}

/** Packages the application and tests the package. @param {ElectronOptions} options */
export async function runPackageTests(options) {
  const reason = findElectronBlocker();
  if (reason) return skip(reason);
  const args = [resolveProjectPath('electron/launch.mjs'), 'package', '--dir'];
  const { code, output } = await runProgram(process.execPath, args, { quiet: true });
  if (code !== 0) throw new SetupError(`\`npm run package -- --dir\` failed (${code}):\n${output}`);
  return runInElectron('package', options);
}

/** Runs both with the cases that each commit leaves out, because they do not depend on Electron. @param {import('./suites.mjs').RunOptions} options */
export async function runConformanceTests(options) {
  const allCases = { ...options, env: { CONFORMANCE: 'all' } };
  const desktop = await runElectronTests(allCases);
  if (desktop.skippedReason) return desktop;
  return addCounts([desktop, await runPackageTests(allCases)]);
}

/** @param {string} project @param {ElectronOptions} options */
async function runInElectron(project, { collectOutput, env = {} }) {
  const reason = findElectronBlocker();
  if (reason) return skip(reason);
  return runProject(project, { env, collectOutput, wrapper: hasDisplay() ? [] : [findOnPath('xvfb-run'), '-a'] });
}

/** Returns why tests cannot run in Electron, or undefined if they can. */
function findElectronBlocker() {
  if (!findElectron()) return 'no Electron is installed (`npm start` downloads it if it can)';
  return hasDisplay() || findOnPath('xvfb-run') ? undefined : 'there is no display and no xvfb-run';
}

const hasDisplay = () => Boolean(process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** @param {string} why */
const skip = (why) => ({ passed: 0, failed: 0, skippedReason: why });

/** @param {string} project @param {{ env?: Record<string, string>, wrapper?: string[], collectOutput?: boolean }} options */
async function runProject(project, { env = {}, wrapper = [], collectOutput = false }) {
  const reportPath = resolveProjectPath('.cache', `playwright-${project}.json`);
  rmSync(reportPath, { force: true });
  const outputDir = resolveProjectPath('test-results', project);
  const config = ['--config', 'test/playwright.config.ts', '--project', project, '--output', outputDir];
  const args = ['test', ...config, '--reporter', 'list,json'];
  const { code, output } = await runTool('@playwright/test/cli.js', args, {
    // Without a UTF-8 locale, Chromium on Linux finds no file whose name is not ASCII.
    env: { LC_ALL: 'C.UTF-8', ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath },
    wrapper,
    collectOutput,
  });
  const { stats, errors, suites } = JSON.parse(readFileSync(reportPath, 'utf8'));
  const failed = stats.unexpected + stats.flaky + errors.length;
  const failures = [...suites.flatMap(listFailedTests), ...errors.map(({ message }) => ({ test: project, message }))];
  return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed, failures, output };
}

/**
 * @typedef {{ ok: boolean, file: string, title: string, tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ suites?: SpecGroup[], specs: Spec[] }} SpecGroup
 * @param {SpecGroup} group
 * @returns {import('./suites.mjs').Failure[]}
 */
function listFailedTests({ suites = [], specs }) {
  const failed = specs.filter(({ ok }) => !ok);
  const failures = failed.map(({ file, title, tests }) => ({
    test: `test/e2e/${file} › ${title}`,
    message: tests[0]?.results[0]?.error?.message,
  }));
  return [...failures, ...suites.flatMap(listFailedTests)];
}
