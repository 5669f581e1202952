import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, inProject, say } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { writeNotices } from './notices.mjs';

/** @param {{ dir?: boolean }} options */
export async function makePackage({ dir }) {
  const count = writeNotices(inProject('dist/third-party-notices.txt'));
  say(`Wrote the notices of ${count} packages.`);
  const args = [inProject('node_modules/electron-builder/cli.js'), '--publish', 'never', ...(dir ? ['--dir'] : [])];
  // A stand-in for Electron's own archive, where that cannot be downloaded.
  const electronDist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (electronDist)
    args.push(
      `-c.electronDist=${electronDist}`,
      `-c.electronVersion=${readFileSync(join(electronDist, 'version'), 'utf8').trim()}`,
    );
  const { code } = await runProgram(process.execPath, args);
  if (code !== 0) throw new SetupError(`electron-builder failed (${code}); the lines above say why.`);
}
