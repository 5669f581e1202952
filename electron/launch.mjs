#!/usr/bin/env node
// The entry point of all commands. It runs on plain Node 20 or later without dependencies, as a fresh clone has none.
import { UsageError, parseCommand } from './setup/cli-commands.mjs';
import { enableCompileCache } from './setup/compile-cache.mjs';
import { SetupError, printLine } from './setup/project.mjs';
import { prepareProject } from './setup/prepare.mjs';

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.help) process.stdout.write(`${command.help}\n`);
  else if (await prepareProject(import.meta.url, { needsBuild: command.name !== 'dev' })) await run(command);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof SetupError)) throw error;
  printLine(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** @param {{ name: string, values: object }} command */
async function run({ name, values }) {
  if (name === 'start' || name === 'serve') enableCompileCache();
  switch (name) {
    case 'start':
      return (await import('./setup/start.mjs')).start(values);
    case 'serve':
      return (await import('../dist/electron/host/serve.js')).serve(values);
    case 'dev':
      return (await import('./setup/dev.mjs')).runDevServer(values);
    case 'package':
      return (await import('./setup/package-app.mjs')).packageApp(values);
    default:
      return undefined; // `build`: prepareProject() has built everything that changed
  }
}
