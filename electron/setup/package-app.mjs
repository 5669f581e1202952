import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, resolveProjectPath, printLine } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { writeNotices } from './third-party-notices.mjs';

/** @param {{ dir?: boolean }} options */
export async function packageApp({ dir }) {
  const count = writeNotices(resolveProjectPath('dist/third-party-notices.txt'));
  printLine(`Wrote the license notices of ${count} packages.`);
  const args = [
    resolveProjectPath('node_modules/electron-builder/cli.js'),
    '--publish',
    'never',
    ...(dir ? ['--dir'] : []),
  ];
  // Replaces Electron's archive if it cannot be downloaded.
  const electronDist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (electronDist)
    args.push(
      `-c.electronDist=${electronDist}`,
      `-c.electronVersion=${readFileSync(join(electronDist, 'version'), 'utf8').trim()}`,
    );
  const { code } = await runProgram(process.execPath, args);
  if (code !== 0) throw new SetupError(`electron-builder failed (${code}). See the lines above.`);
}
