// For an Electron that is older than node:sqlite and comes with a driver that takes its place in the main thread: its
// other threads get the driver too. Loaded before the application.
const { createRequire, syncBuiltinESMExports } = require('node:module');
const { dirname, join } = require('node:path');
const threads = require('node:worker_threads');

const path = createRequire(join(dirname(process.execPath), 'sqlite', 'index.js')).resolve('@photostructure/sqlite');
const toUrl = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
const driver = toUrl(`import { createRequire } from 'node:module';
const driver = createRequire(${JSON.stringify(path)})(${JSON.stringify(path)});
export const { DatabaseSync, StatementSync, Session, backup, constants } = driver;
export default driver;`);
const hooks = toUrl(`export const resolve = (specifier, context, next) =>
  specifier === 'node:sqlite' ? { url: ${JSON.stringify(driver)}, shortCircuit: true } : next(specifier, context);`);
const registering = toUrl(`import { register } from 'node:module'; register(${JSON.stringify(hooks)});`);

threads.Worker = class extends threads.Worker {
  constructor(url, options = {}) {
    super(url, { ...options, execArgv: [...(options.execArgv ?? []), '--import', registering] });
  }
};
syncBuiltinESMExports();
