import { parseArgs } from 'node:util';

/** Wrong arguments: one sentence for the person who typed them, and exit code 2. */
export class UsageError extends Error {
  name = 'UsageError';
}

const dataOption = {
  type: 'string',
  value: 'DIR',
  help: 'keep workspaces and settings in DIR (also: SWITCHBOARD_DATA)',
};
const portOption = {
  type: 'string',
  value: 'N',
  help: 'listen on port N of 127.0.0.1; 0, the default, picks a free one',
};

/** The commands, their options and their words: parsing and `--help` both read them here. */
export const cliCommands = {
  start: {
    summary: 'Open Switchboard: in Electron where it can run, else in the browser.',
    options: {
      data: dataOption,
      port: { ...portOption, help: `in the browser: ${portOption.help}` },
      browser: { type: 'boolean', help: 'open it in the browser, even where Electron could run' },
    },
  },
  serve: {
    summary: 'Run the embedded service alone. Its first line of output is one JSON object.',
    options: {
      data: { ...dataOption, help: 'the folder of the service; made if it does not exist (also: SWITCHBOARD_DATA)' },
      port: portOption,
      demo: { type: 'boolean', help: 'serve the demo workspace and print a key for each role' },
      'rate-limit': {
        type: 'string',
        value: 'N',
        help: 'requests a minute for each key; 0 for no limit (default 3000)',
      },
    },
  },
  dev: {
    summary: 'Run the window with hot reload over the browser host, from source.',
    options: { data: dataOption, port: { ...portOption, help: 'the port of Vite (default 5173)' } },
  },
  build: { summary: 'Build what has changed into dist/.', options: {} },
  package: {
    summary: 'Pack the program for this platform into release/, with electron-builder.',
    options: { dir: { type: 'boolean', help: 'only the unpacked folder, no installers' } },
  },
};

/** @param {readonly string[]} argv */
export function parseCommand(argv) {
  const [name = 'start', ...rest] = argv;
  if (name === '--help' || name === '-h') return { help: formatOverview() };
  const command = Object.hasOwn(cliCommands, name) ? cliCommands[name] : undefined;
  if (!command)
    throw new UsageError(`There is no command '${name}'. There are: ${Object.keys(cliCommands).join(', ')}.`);
  if (rest.includes('--help') || rest.includes('-h')) return { help: formatCommandHelp(name) };
  return { name, values: readOptions(name, rest) };
}

/** @param {string} name @param {string[]} args */
function readOptions(name, args) {
  const { values, positionals } = parseOptions(name, args);
  if (positionals.length > 0)
    throw new UsageError(`'${positionals[0]}' is not an option of ${name}; see ${getHelpCommand(name)}.`);
  const { data = process.env.SWITCHBOARD_DATA, ...others } = values;
  return {
    ...others,
    ...(data !== undefined && { data: requireNonEmpty('--data', data) }),
    ...(values.port !== undefined && { port: parseIntegerOption('--port', values.port, 65_535) }),
    ...(values['rate-limit'] !== undefined && {
      rateLimitPerMinute: parseIntegerOption('--rate-limit', values['rate-limit'], 1e9),
    }),
  };
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

/** @param {string} option @param {string} text @param {number} most */
function parseIntegerOption(option, text, most) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new UsageError(`${option} takes a whole number from 0 to ${most}, not '${text}'.`);
}

/** @param {string} option @param {string} text */
function requireNonEmpty(option, text) {
  if (text !== '') return text;
  throw new UsageError(`${option} takes the path of a folder.`);
}

/** @param {string} name */
const getHelpCommand = (name) => (name === 'start' ? '`npm start -- --help`' : `\`npm run ${name} -- --help\``);

function formatOverview() {
  const lines = Object.entries(cliCommands).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`);
  return ['Switchboard', '', ...lines, '', 'Each command knows --help.'].join('\n');
}

/** @param {string} name */
function formatCommandHelp(name) {
  const { summary, options } = cliCommands[name];
  const call = name === 'start' ? 'npm start' : `npm run ${name}`;
  const lines = Object.entries({ ...options, help: { help: 'print this' } }).map(([key, option]) => {
    const form = `--${key}${option.value ? ` ${option.value}` : ''}`;
    return `  ${form.padEnd(16)} ${option.help}`;
  });
  return [`${call} -- [options]`, '', summary, '', ...lines].join('\n');
}
