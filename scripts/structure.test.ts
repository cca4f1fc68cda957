import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measure } from './structure.ts';

const statements = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `export const ${name}${n} = ${n};`).join('\n');
const copied = Array.from({ length: 16 }, (_, n) => `  total += table[${n}];\n\n  // step ${n}`);

const tree: Record<string, string> = {
  // Two features that know each other: by a type, and by a load on demand.
  'src/features/pay/pay.service.ts':
    "import type { Post } from '../post/post.rules.ts';\nimport { cents } from './card/card.rules.ts';\nexport type Paid = Post;\nexport const paid = cents;\n",
  'src/features/pay/card/card.rules.ts':
    "export const cents = 1;\nexport type Paid = import('../pay.service.ts').Paid;\n",
  'src/features/post/post.rules.ts':
    "export type Post = string;\nexport const load = () => import('../pay/pay.service.ts');\n",
  'src/features/post/post.service.ts': "export * from './post.rules.ts';\n",
  // A cycle through a third.
  'src/features/a/a.rules.ts': "export * from '../b/b.rules.ts';\n",
  'src/features/b/b.rules.ts': "export * from '../c/c.rules.ts';\n",
  'src/features/c/c.rules.ts': "export type {} from '../a/a.rules.ts';\n",
  'src/server/routes.ts': "import '../features/post/post.service.ts';\n",
  'src/server/kinds.ts':
    'declare const given: any;\nexport const one = given as string;\nexport const two = ["a"] as const;\nexport const three = <number>given;\nexport const four = two[0]!;\n',
  'src/server/functions.ts':
    'export function two() {\n  return 1; }\nexport const three = () => {\n  return {\n    method() { return 1; } }; };\nexport const none = () => 1;\n',
  'src/server/long.ts': `${statements('long', 30)}\n`,
  'src/server/first.ts': `export let total = 0;\n${copied.join('\n')}\n`,
  'src/server/second.ts': `export let sum = 0;\n${copied.map((line) => line.trim()).join('\n')}\n`,
  // Neither of these is source, and what they import has no importer more.
  'src/server/kinds.test.ts': "import './kinds.ts';\n",
  'src/server/testing.ts': "import './long.ts';\n\n",
  'migrations/0000_first.sql': 'select 1;\n',
  'migrations/meta/0000_snapshot.json': '{}',
};
for (let n = 0; n < 26; n++) tree[`src/web/full/File${n}.tsx`] = 'export {};\n';

test('a planted tree is counted row by row', () => {
  const root = mkdtempSync(join(tmpdir(), 'one-africa-structure-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const rows = measure(root);
  const lines = Object.entries(tree)
    .filter(([path]) => /^src\/.*\.tsx?$/.test(path) && !/test/.test(path))
    .map(([, text]) => text.split('\n').length - 1);

  expect(Object.fromEntries(rows.map(({ label, value }) => [label, value]))).toEqual({
    'source files': 39,
    'source lines': lines.reduce((total, one) => total + one, 0),
    'files of at most 20 lines': 36,
    'files with exactly one importer': 5,
    '… which lies in the same folder': 0,
    '… which is a plain list or a page': 1,
    'services with exactly one importer': 1,
    'features that import each other, pairs': 1,
    'features in a cycle of any length': 5,
    'sub-folders of a feature that import each other, pairs': 0,
    'folders and their own sub-folders, pairs': 1,
    'folders with more than 25 source files': 1,
    'folders with more than 25 files, tests included': 1,
    'lines of a file, p50 / p90 / max': '1 / 6 / 49',
    functions: 3,
    'lines of a function, p50 / p90 / max': '2 / 3 / 3',
    'functions over 100 lines': 0,
    'any types': 1,
    casts: 2,
    'non-null assertions': 1,
    'duplicated runs of at least 15 lines, places': 2,
    'lines in duplicated runs': 32,
    'test files': 1,
    'test lines': 1,
    'testing helper files': 1,
    'testing helper lines': 2,
    migrations: 1,
    'bytes of migrations/': 12,
  });
  const namesOf = (start: string) => rows.find(({ label }) => label.startsWith(start))?.names;
  expect(namesOf('features that import each other')).toEqual(['pay ↔ post']);
  expect(namesOf('features in a cycle')).toEqual(['a', 'b', 'c', 'pay', 'post']);
  expect(namesOf('folders and their own')).toEqual(['pay ↔ pay/card']);
  expect(namesOf('folders with more')).toEqual(['src/web/full (26)']);
  expect(namesOf('duplicated runs')).toEqual([
    'src/server/first.ts:2-47',
    'src/server/second.ts:2-47',
  ]);
});
