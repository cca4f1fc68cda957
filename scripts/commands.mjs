// The commands of package.json: what each one does, the arguments it takes, the program that runs it.
//
// No dependencies: bootstrap.mjs reads this file before anything is installed, on any Node since 20.
import { readdirSync } from 'node:fs';
import util from 'node:util';

/** Arguments that the command does not take. 1 means that the command itself failed. */
const usageErrorCode = 2;

const flag = (help) => ({ type: 'boolean', help });
const value = (name, help) => ({ type: 'string', value: name, help });

const database = `Uses DATABASE_URL, otherwise the embedded database in DATA_DIR. Stop the site first if it uses the
embedded database: only one process can open it.`;

const testNotes = `The groups are listed when you name one that does not exist. Some need Chromium or PostgreSQL: on Debian as root,
or with CI=1, they are installed; elsewhere the tests say what to install.`;

const quick = { quick: flag('the short form, which `npm test` runs') };
const seed = value('number', 'repeat a run: the seed it printed');

/** Options of single proofs, besides --quick. */
const proofOptions = {
  crypto: { only: value('text', 'only the cases whose titles contain the text') },
  fuzz: { requests: value('number', 'how many requests to send'), seed },
  'mass-assignment': { seed },
  mutations: { only: value('text', 'only the defences whose name or file matches it'), seed },
  'state-machine': {
    minutes: value('number', 'begin no more hundreds of sequences after so long'),
    runs: value('number', 'how many sequences to play'),
    seed: value('number', 'the number of the first sequence'),
  },
  traversal: { seed },
  year: { applications: value('number', 'how many people apply'), seed },
};

const benchmarkOptions = {
  admin: {
    large: value('rows', 'rows of the large database, 1000000 by default'),
    only: value('lists', 'only these lists, separated by commas'),
  },
  csv: { rows: value('rows', 'rows to export, 1000000 by default') },
  ledger: { large: value('entries', 'entries of the large journal, 1000000 by default') },
  mail: { mails: value('number', 'mails to send') },
  memory: {
    minutes: value('minutes', 'minutes of load on each database, 10 by default'),
    only: value('databases', 'only these databases: postgres, embedded'),
  },
  messages: {
    messages: value('number', 'messages in the database, 2000000 by default'),
    only: value('parts', 'only these parts: inbox, search, streams, logins'),
  },
};

/**
 * Of Node, where a command passes on far more than it holds: rows that it lets go at once are collected early instead
 * of by the hundred megabytes.
 */
const smallHeap = ['--max-semi-space-size=4', '--max-old-space-size=128'];

/**
 * One row per command. `program` is run with the arguments, by Node with `flags`; `arguments` name the positional ones, `<one>`
 * required, `[one]` optional, `[one...]` any number. `folder` holds the programs that the first argument chooses from.
 */
export const commands = {
  start: {
    does: 'Start the site on http://localhost:3000.',
    notes: `The first start installs packages and builds the site. docs/settings.md lists the settings; they come from the
environment or from a .env file.`,
    needsBuild: true,
    program: 'src/server/main.ts',
  },
  dev: {
    does: 'Start the site for development: the browser shows changes at once.',
    program: 'src/server/main.ts',
    always: ['--dev'],
  },
  build: { does: 'Build the pages, scripts, styles and mails into dist/.', needsBuild: true },
  test: {
    does: 'Run the tests that guard behaviour: all of them, or some groups.',
    arguments: ['[group...]'],
    notes: testNotes,
    needsBuild: true,
    program: 'scripts/test.mjs',
  },
  'test:full': {
    does: 'Run every test: both databases, both sizes of screen, all proofs in their short form.',
    arguments: ['[group...]'],
    notes: testNotes,
    needsBuild: true,
    program: 'scripts/test.mjs',
    always: ['--full'],
  },
  check: {
    does: 'Check format, lint, types, imports, unused code, translations and more without running the site.',
    arguments: ['[check...]'],
    options: { counts: value('file', 'also write {"passed", "failed"} to this file as JSON') },
    notes: 'The checks are listed when you name one that does not exist.',
    program: 'scripts/check.mjs',
  },
  'check:ledger': {
    does: 'Check that the payment records agree with each other. Changes nothing.',
    notes: `Prints one line for each rule. Exit code 1: a rule is broken.
${database}`,
    program: 'scripts/check-ledger.ts',
  },
  'check:audit': {
    does: 'Check that no entry of the audit log was changed, removed or inserted. Changes nothing.',
    notes: `Needs the APP_SECRET of the site. Exit code 1: the log was changed.
${database}`,
    program: 'scripts/check-audit.ts',
  },
  prove: {
    does: 'Run a proof: a long test of one promise, against the whole site.',
    folder: 'prove',
    options: quick,
    optionsOf: proofOptions,
    needsBuild: true,
  },
  bench: {
    does: 'Run a benchmark. It fails when a limit is missed.',
    folder: 'bench',
    optionsOf: benchmarkOptions,
    needsBuild: true,
  },
  screens: {
    does: 'Take screenshots of every screen on a phone and on a desktop, into .cache/screens/.',
    arguments: ['[name...]'],
    options: { readme: flag('take only the four pictures of README.md, into docs/images/') },
    notes: 'A name chooses the screens whose names contain it.',
    needsBuild: true,
    program: 'scripts/screens.ts',
  },
  'create-admin': {
    does: 'Create an administrator, or set a new password and role and end their sessions.',
    arguments: ['<email>', '[role]'],
    notes: `The role is owner unless you name another: owner, finance, editor, moderator, viewer.
The password is asked for, or read from the first line of standard input.
${database}`,
    program: 'scripts/create-admin.ts',
  },
  'ask-signers': {
    does: 'Mail the confirmation link once to everyone who signed before confirmations were needed.',
    notes: `Safe to repeat: nobody is written to twice. The site sends the mails, a few minutes after it runs.
${database}`,
    program: 'scripts/ask-signers.ts',
  },
  demo: {
    does: 'Fill an empty database with an invented campaign: 50,000 signatures and 5,000 applications.',
    options: { small: flag('a hundredth of that') },
    notes: `All people are invented and all money is test money. Production refuses such a database.
${database}`,
    program: 'scripts/demo.ts',
  },
  backup: {
    does: 'Write everything in the database to one file.',
    arguments: ['[file]'],
    notes: `Without a file name: backups/one-africa-<time>.gz.
${database}`,
    program: 'scripts/backup.ts',
    flags: smallHeap,
  },
  restore: {
    does: 'Fill an empty database from a backup and upgrade it to this version. Stop the site first.',
    arguments: ['<file>'],
    options: { replace: flag('delete what the database holds now') },
    notes: 'Uses DATABASE_URL, otherwise the embedded database in DATA_DIR.',
    program: 'scripts/restore.ts',
    flags: smallHeap,
  },
  reencrypt: {
    does: 'Encrypt with APP_SECRET what APP_SECRET_PREVIOUS has encrypted. PostgreSQL: while the site runs.',
    notes: `Safe to repeat and to end half-way: it goes on where it was. Says at the end until when to keep
APP_SECRET_PREVIOUS. Exit code 1: something can be opened with neither, or the activity log is broken.
${database}`,
    program: 'scripts/reencrypt.ts',
  },
  structure: {
    does: 'Print figures about the structure of the source: sizes, importers, cycles, casts, duplicates.',
    options: {
      compare: value('revision', 'print the figures of this git revision beside them'),
      json: flag('as JSON, with the names of what was counted'),
      output: value('file', 'write into this file'),
    },
    program: 'scripts/structure.ts',
  },
  openapi: {
    does: 'Print the OpenAPI document of all calls, without starting the site.',
    options: { output: value('file', 'write into this file') },
    program: 'scripts/openapi.ts',
  },
  format: {
    does: 'Format the source files, or the files and folders named.',
    arguments: ['[path...]'],
    program: 'node_modules/@biomejs/biome/bin/biome',
    always: ['format', '--write'],
    otherwise: ['.'],
  },
  migration: {
    does: 'Write a migration for the tables that have changed.',
    options: {
      name: value('words_with_underscores', 'name of the file'),
      custom: flag('an empty file, for SQL written by hand'),
    },
    program: 'node_modules/drizzle-kit/bin.cjs',
    always: ['generate'],
  },
  lock: { does: 'Update package-lock.json after a change of package.json.' },
};

/**
 * Reads the arguments of a command. `--help` prints the usage and exits with 0; an argument that the command does not
 * take prints a sentence and the usage, and exits with 2.
 *
 * @param {keyof typeof commands} name
 * @param {readonly string[]} given
 * @returns {{ values: Record<string, string | boolean | undefined>, positionals: string[], program: string | undefined }}
 */
export function readArguments(name, given = process.argv.slice(2)) {
  const command = commands[name];
  const [program, rest] = command.folder ? takeProgram(name, given) : [undefined, given];
  const options = { ...command.options, ...command.optionsOf?.[program ?? ''] };
  const usage = usageOf(name, { program, options });
  const wanted = command.arguments ?? [];
  let parsed;
  try {
    parsed = util.parseArgs({
      args: [...rest],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: wanted.length > 0,
    });
  } catch (error) {
    return refuse(sentenceOf(error), usage);
  }
  const { help, ...values } = parsed.values;
  if (help) {
    console.log(usage);
    process.exit(0);
  }
  const { positionals } = parsed;
  const missing = wanted.filter((one) => one.startsWith('<'))[positionals.length];
  if (missing) return refuse(`${missing} is missing.`, usage);
  const isOpenEnded = wanted.some((one) => one.includes('...'));
  const extra = isOpenEnded ? undefined : positionals[wanted.length];
  if (extra !== undefined) return refuse(`Unexpected argument: ${extra}.`, usage);
  return {
    values,
    positionals,
    program: program ? `${command.folder}/${program}.ts` : command.program,
  };
}

/** The arguments as the command line of a program: `--name=value` for an option that has a value. */
export function writeArguments({ values, positionals }) {
  const options = Object.entries(values).map(([name, one]) =>
    one === true ? `--${name}` : `--${name}=${one}`,
  );
  return [...options, ...positionals];
}

/** One line for each command. */
export function listCommands() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { does }]) => `  ${name.padEnd(width)}  ${does}`,
  );
  return `Usage: npm run <command> [-- <arguments>]\n\n${lines.join('\n')}\n\nnpm run <command> -- --help shows the arguments of a command.`;
}

/** The first argument of `prove` and `bench`: the name of a program of the folder. Lists them when there is none. */
function takeProgram(name, given) {
  const programs = readdirSync(commands[name].folder)
    .filter((file) => /^[\w-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -3));
  const [program, ...rest] = given;
  if (programs.includes(program)) return [program, rest];
  const usage = `${usageOf(name)}\n\n  ${programs.join('\n  ')}`;
  if (program === undefined || program === '--help' || program === '-h') {
    console.log(usage);
    process.exit(0);
  }
  return refuse(`Unknown name: ${program}.`, usage);
}

function usageOf(name, { program, options = {} } = {}) {
  const { does, notes, folder, arguments: wanted = [] } = commands[name];
  const words = [
    ...(folder ? [program ?? '<name>'] : []),
    ...Object.entries(options).map(([option, one]) => `[${writeOption(option, one)}]`),
    ...wanted,
  ];
  const rows = [
    ...Object.entries(options).map(([option, one]) => [writeOption(option, one), one.help]),
    ['-h, --help', 'show this text'],
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  const run = name === 'start' || name === 'test' ? 'npm' : 'npm run';
  return [
    `Usage: ${[run, name, ...(words.length > 0 ? ['--', ...words] : [])].join(' ')}`,
    does,
    rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`).join('\n'),
    ...(notes ? [notes] : []),
  ].join('\n\n');
}

function writeOption(name, { type, value: of }) {
  return type === 'string' ? `--${name}=<${of}>` : `--${name}`;
}

/** Node's message without its advice: "Unknown option '--x'. To specify a positional argument …". */
function sentenceOf({ message }) {
  return `${message.split(/\. |\n/)[0].replace(/\.$/, '')}.`;
}

function refuse(sentence, usage) {
  console.error(`${sentence}\n\n${usage}`);
  return process.exit(usageErrorCode);
}
