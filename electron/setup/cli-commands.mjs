import { parseArgs } from 'node:util';

/** Invalid arguments: the message is one sentence for the user, and the exit code is 2. */
export class UsageError extends Error {
  name = 'UsageError';
}

const dataOption = {
  type: 'string',
  value: 'DIR',
  help: 'store workspaces, settings and backups in DIR (or set SWITCHBOARD_DATA)',
};
const portOption = {
  type: 'string',
  value: 'N',
  help: 'listen on port N of 127.0.0.1; 0, the default, picks a free port',
};

/** The commands and their options, for parsing and for `--help`. */
export const cliCommands = {
  start: {
    summary: 'Open Switchboard in Electron, or in the browser if Electron cannot run.',
    options: {
      data: dataOption,
      port: { ...portOption, help: `with the browser: ${portOption.help}` },
      browser: { type: 'boolean', help: 'open in the browser, even if Electron can run' },
    },
  },
  serve: {
    summary: 'Run the service without a window. Prints one JSON line when it is ready.',
    options: {
      data: dataOption,
      port: portOption,
      demo: {
        type: 'boolean',
        help: 'serve the demo workspace and print a new API key for each role; revokes the keys of the last start',
      },
      'rate-limit': {
        type: 'string',
        value: 'N',
        help: 'requests per minute for each API key; 0 for no limit (default 3000)',
      },
      database: {
        type: 'string',
        value: 'URL',
        help: 'serve the organizations of a PostgreSQL database, with their files in DIR (or set SWITCHBOARD_DATABASE_URL)',
      },
      listen: {
        type: 'string',
        value: 'HOST:PORT',
        help: 'with a database: listen on this address instead of 127.0.0.1',
      },
      'public-url': {
        type: 'string',
        value: 'URL',
        help: 'with a database: the address that clients use, such as https://calls.example.com',
      },
      internal: {
        type: 'string',
        value: 'HOST:PORT',
        help: 'with a database: the address at which other nodes reach this one; SWITCHBOARD_INTERNAL_SECRET, or the file that SWITCHBOARD_INTERNAL_SECRET_FILE names, has the secret that they share',
      },
      'import-workspace': {
        type: 'string',
        value: 'PATH',
        help: 'store a workspace in the database as an organization, and end: a backup, or the data folder of a stopped Switchboard',
      },
      'export-organization': {
        type: 'string',
        value: 'ORG_ID',
        help: 'write a backup of an organization of the database to --output, and end; the server can run',
      },
      output: {
        type: 'string',
        value: 'FILE',
        help: 'the backup to write: a new file with a name that ends with .switchboard-backup',
      },
      bucket: {
        type: 'string',
        value: 'URL',
        help: 'keep the files of organizations in an S3-compatible bucket, such as https://host/bucket/prefix',
      },
      'create-organization': {
        type: 'string',
        value: 'NAME',
        help: 'create an organization in the database, print its first API key once, and end',
      },
    },
  },
  dev: {
    summary: 'Run Switchboard from source with hot reload, in the browser.',
    options: { data: dataOption, port: { ...portOption, help: 'listen on port N of 127.0.0.1 (default 5173)' } },
  },
  build: { summary: 'Build into dist/, if a source has changed.', options: {} },
  package: {
    summary: 'Package the application for this platform into release/, with electron-builder.',
    options: { dir: { type: 'boolean', help: 'create only the unpacked folder, without installers' } },
  },
};

/** @param {readonly string[]} argv */
export function parseCommand(argv) {
  const [name = 'start', ...rest] = argv;
  if (name === '--help' || name === '-h') return { help: formatOverview() };
  const command = Object.hasOwn(cliCommands, name) ? cliCommands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command '${name}'. Commands: ${Object.keys(cliCommands).join(', ')}.`);
  if (rest.includes('--help') || rest.includes('-h')) return { help: formatCommandHelp(name) };
  return { name, values: readOptions(name, rest) };
}

/** @param {string} name @param {string[]} args */
function readOptions(name, args) {
  const { values, positionals } = parseOptions(name, args);
  if (positionals.length > 0)
    throw new UsageError(`Unexpected argument '${positionals[0]}'. See ${getHelpCommand(name)}.`);
  const { data = process.env.SWITCHBOARD_DATA, ...others } = values;
  return {
    ...others,
    ...(data !== undefined && { dataDir: requireNonEmpty('--data', data) }),
    ...(values.port !== undefined && { port: parseIntegerOption('--port', values.port, 65_535) }),
    ...(name === 'serve' && readDatabaseOptions(values)),
    ...(name === 'serve' && readMoveOptions(values)),
    ...(values['rate-limit'] !== undefined && {
      rateLimitPerMinute: parseIntegerOption('--rate-limit', values['rate-limit'], 1e9),
    }),
  };
}

/** Options that run a command on the database, instead of serving it. */
const databaseTasks = ['create-organization', 'import-workspace', 'export-organization'];

/**
 * @param {{ database?: string, 'create-organization'?: string, demo?: boolean, listen?: string, 'public-url'?: string,
 *   internal?: string, port?: string, bucket?: string }} values
 */
function readDatabaseOptions(values) {
  const { database = process.env.SWITCHBOARD_DATABASE_URL, 'create-organization': createOrganization } = values;
  if (values.database !== undefined && hasPassword(values.database))
    throw new UsageError(
      'Other users of this computer can read a command line: leave the password out of --database, and set PGPASSFILE, PGPASSWORD or SWITCHBOARD_DATABASE_URL.',
    );
  if (database !== undefined && values.demo) throw new UsageError('--demo cannot be used with a database.');
  for (const name of ['listen', 'public-url', 'internal', 'bucket', ...databaseTasks])
    if (database === undefined && values[name] !== undefined) throw new UsageError(`--${name} needs --database.`);
  const [task, otherTask] = databaseTasks.filter((name) => values[name] !== undefined);
  if (otherTask !== undefined) throw new UsageError(`--${task} cannot be used with --${otherTask}.`);
  if (values.listen !== undefined && values.port !== undefined)
    throw new UsageError('--listen has a port: leave --port out.');
  const listen = parseAddress('--listen', values.listen);
  if (listen && anyHosts.includes(listen.host) && values['public-url'] === undefined)
    throw new UsageError('--listen on every address needs --public-url.');
  const internal = parseAddress('--internal', values.internal);
  if (internal && anyHosts.includes(internal.host))
    throw new UsageError('--internal must be the address at which other nodes reach this one.');
  return {
    ...(listen && { listen }),
    ...(internal && { internal }),
    ...(values['public-url'] !== undefined && { publicUrl: requireOrigin(values['public-url']) }),
    ...(database !== undefined && { database: requireDatabaseUrl(database) }),
    ...(createOrganization !== undefined && { createOrganization: requireName(createOrganization) }),
  };
}

/** @param {Record<string, string | undefined>} values */
function readMoveOptions(values) {
  const { 'import-workspace': importWorkspace, 'export-organization': exportOrganization, output } = values;
  if ((exportOrganization === undefined) !== (output === undefined))
    throw new UsageError('--export-organization and --output need each other.');
  if (output !== undefined && !output.endsWith('.switchboard-backup'))
    throw new UsageError('--output must be a file whose name ends with .switchboard-backup.');
  return {
    ...(importWorkspace !== undefined && { importWorkspace }),
    ...(exportOrganization !== undefined && { exportOrganization, output }),
  };
}

/** Whether a URL or a list of parameters has a password. @param {string} database */
const hasPassword = (database) => /^[a-z]+:\/\/[^/@]*:[^/@]*@|\bpassword\s*=/i.test(database);

/** @param {string} database */
function requireDatabaseUrl(database) {
  if (/^postgres(ql)?:\/\//.test(database)) return database;
  throw new UsageError('--database must be a URL such as postgresql://user@host/name.');
}

const anyHosts = ['0.0.0.0', '::'];

/** @param {string} option @param {string | undefined} text */
function parseAddress(option, text) {
  if (text === undefined) return undefined;
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d+)$/i.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new UsageError(`${option} must be an address such as 10.0.0.5:8080, not '${text}'.`);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

/** @param {string} text */
function requireOrigin(text) {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && [`${url.origin}/`, url.origin].includes(text)) return url.origin;
  throw new UsageError('--public-url must be a URL without a path, such as https://calls.example.com.');
}

/** @param {string} name */
function requireName(name) {
  if (name.trim() !== '') return name.trim();
  throw new UsageError('--create-organization must be a name.');
}

/** @param {string} name @param {string[]} args */
function parseOptions(name, args) {
  const options = Object.entries(cliCommands[name].options).map(([key, { type }]) => [key, { type }]);
  try {
    return parseArgs({ args, options: Object.fromEntries(options), allowPositionals: true, strict: true });
  } catch (error) {
    const sentence = error.message.split('. To specify')[0].replace(/\.?$/, '.');
    throw new UsageError(`${sentence} See ${getHelpCommand(name)}.`, { cause: error });
  }
}

/** @param {string} option @param {string} text @param {number} max */
function parseIntegerOption(option, text, max) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= max) return number;
  throw new UsageError(`${option} must be a whole number from 0 to ${max}, not '${text}'.`);
}

/** @param {string} option @param {string} text */
function requireNonEmpty(option, text) {
  if (text !== '') return text;
  throw new UsageError(`${option} must be the path of a folder.`);
}

/** @param {string} name */
const getHelpCommand = (name) => (name === 'start' ? '`npm start -- --help`' : `\`npm run ${name} -- --help\``);

function formatOverview() {
  const lines = Object.entries(cliCommands).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`);
  return ['Switchboard', '', 'Commands:', ...lines, '', 'Add --help to a command for its options.'].join('\n');
}

/** @param {string} name */
function formatCommandHelp(name) {
  const { summary, options } = cliCommands[name];
  const usage = name === 'start' ? 'npm start' : `npm run ${name}`;
  const rows = Object.entries({ ...options, help: { help: 'print this help' } }).map(([key, option]) => ({
    flag: `--${key}${option.value ? ` ${option.value}` : ''}`,
    help: option.help,
  }));
  const width = Math.max(...rows.map(({ flag }) => flag.length));
  const lines = rows.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`);
  return [`Usage: ${usage} -- [options]`, '', summary, '', ...lines].join('\n');
}
