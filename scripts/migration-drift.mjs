// Fails when a table was changed without a migration: generates migrations in a copy of the
// repository and expects nothing new there.
//
//   node scripts/migration-drift.mjs
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const copied = ['src', 'migrations', 'drizzle.config.ts', 'package.json'];

const copy = mkdtempSync(join(tmpdir(), 'one-africa-drift-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of [
  ...copied,
  ...readdirSync('.').filter((name) => /^tsconfig.*\.json$/.test(name)),
]) {
  if (existsSync(name)) cpSync(name, join(copy, name), { recursive: true });
}
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

const before = snapshot(join(copy, 'migrations'));
// Without a terminal drizzle-kit cannot ask whether a column was renamed: it fails, and so do we.
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [join('node_modules', 'drizzle-kit', 'bin.cjs'), 'generate', '--config', 'drizzle.config.ts'],
  { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
);
const after = snapshot(join(copy, 'migrations'));
const changed = [...after.keys()].filter((name) => before.get(name) !== after.get(name));

if (status !== 0 || changed.length || !/nothing to migrate/i.test(stdout)) {
  console.error(stdout, stderr);
  if (changed.length)
    console.error(
      `The tables have changed; run "npm run migration". It would write: ${changed.join(', ')}`,
    );
  process.exitCode = 1;
} else {
  console.log(`migrations ${after.size} files, nothing to add`);
}

function snapshot(folder) {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
