import { readFileSync, rmSync } from 'node:fs';
import { resolveProjectPath } from '../../electron/setup/project.mjs';
import { runTool } from './run-tool.mjs';

const reportPath = resolveProjectPath('.cache', 'vitest.json');

export async function runVitest() {
  rmSync(reportPath, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const code = await runTool('vitest/vitest.mjs', ['run', '--config', 'test/vitest.config.ts', ...reporters]);
  const report = JSON.parse(readFileSync(reportPath, 'utf8'));
  // A file that could not even be loaded has no failed test in it, and an error outside of tests only the exit code.
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  });
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}
