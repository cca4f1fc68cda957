import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tells every file that was loaded, and in what format. */
const recorder = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const answer = next(url, context);
      loaded.add(url + ' ' + answer.format);
      return answer;
    },
  });
  process.on('exit', () => console.log(JSON.stringify([...loaded].sort())));`;

async function loadedBy(words: string, args: string[] = []): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...args,
      `--import=data:text/javascript,${encodeURIComponent(recorder)}`,
      '--input-type=module',
      '--eval',
      words,
    ],
    { cwd: root },
  );
  return JSON.parse(stdout) as string[];
}

const quick = ['--import=./scripts/resolve-once.mjs'];

describe('finding each export of drizzle-orm once', () => {
  test('loads the files that Node loads, and no other one', async () => {
    const words =
      "await import('./src/server/database/database.ts'); await import('./src/server/audit.store.ts')";
    const [plain, fast] = await Promise.all([loadedBy(words), loadedBy(words, quick)]);
    expect(plain.filter((file) => file.includes('/drizzle-orm/')).length).toBeGreaterThan(50);
    expect(fast.filter((file) => !file.includes('resolve-once'))).toEqual(plain);
  });

  test('leaves `require` the files that it has always found', async () => {
    const words =
      "process.getBuiltinModule('module').createRequire(process.cwd() + '/')('drizzle-orm')";
    const [plain, fast] = await Promise.all([loadedBy(words), loadedBy(words, quick)]);
    const first = plain.filter((file) => file.includes('/drizzle-orm/'));
    expect(first.some((file) => file.includes('/index.cjs '))).toBe(true);
    expect(fast.filter((file) => file.includes('/drizzle-orm/'))).toEqual(first);
  });

  test('an export that is not there fails as ever', async () => {
    const words =
      "await import('drizzle-orm/no-such-thing').then(() => { throw new Error('found'); }, ({ code }) => { if (code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw code; })";
    await expect(loadedBy(words, quick)).resolves.toBeDefined();
  });
});
