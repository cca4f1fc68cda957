import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** A fresh clone without its sources: whatever a command installs, builds or writes shows up in it. */
let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'one-africa-commands-'));
  for (const file of ['package.json', 'scripts/bootstrap.mjs', 'scripts/commands.mjs'])
    cpSync(file, join(clone, file));
  for (const folder of ['prove', 'bench']) mkdirSync(join(clone, folder));
  cpSync('prove/fuzz.ts', join(clone, 'prove/fuzz.ts'));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const listClone = () => readdirSync(clone, { recursive: true }).sort();

function run(command: string, ...given: string[]) {
  const [program, ...args] = command.split(' ');
  expect(program).toBe('node');
  const before = listClone();
  const result = spawnSync(process.execPath, [...args, ...given], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: join(clone, 'data') },
  });
  expect(listClone()).toEqual(before);
  return result;
}

describe.each(Object.entries(scripts))('npm run %s', (name, command) => {
  test('--help prints the usage and does nothing else', () => {
    const { status, stdout, stderr } = run(command, '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: npm (run )?${name}\\b`));
  });

  test('refuses an option that it does not know', () => {
    const { status, stdout, stderr } = run(command, '--no-such-option');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Unknown (option|name).*--no-such-option/);
    expect(stderr).toContain('Usage: npm ');
  });
});

test.each([
  ['backup', ['one.gz', 'two.gz'], 'Unexpected argument: two.gz.'],
  ['restore', [], '<file> is missing.'],
  ['start', ['now'], "Unexpected argument 'now'."],
  ['prove', ['fuzz', '--seeds=1'], "Unknown option '--seeds'."],
  ['prove', ['nothing'], 'Unknown name: nothing.'],
  ['demo', ['--small=3'], "Option '--small' does not take an argument."],
])('npm run %s refuses the arguments %j', (name, given, sentence) => {
  const { status, stderr } = run(scripts[name] ?? '', ...given);
  expect([status, stderr.split('\n')[0]]).toEqual([2, sentence]);
});

test('without a command bootstrap lists every command of package.json', () => {
  const { status, stdout } = run('node scripts/bootstrap.mjs');
  expect(status).toBe(0);
  for (const name of Object.keys(scripts)) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
});

test('-h is --help', () => {
  const { stdout } = run('node scripts/bootstrap.mjs backup', '--help');
  expect(run('node scripts/bootstrap.mjs backup', '-h').stdout).toBe(stdout);
});

test('a script that is run without bootstrap checks its arguments itself', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/backup.ts', '--no-such-option'],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: join(clone, 'data') },
    },
  );
  expect(stderr).toContain("Unknown option '--no-such-option'.");
  expect(status).toBe(2);
  expect(listClone()).not.toContain('data');
});
