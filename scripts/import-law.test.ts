import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, describe, expect, test } from 'vitest';

// A small tree that keeps the law, and for every rule one import (or file) that breaks it alone.

const lawful: Record<string, string> = {
  'src/shared/money.ts': 'export const cents = 100;',
  'src/server/database.ts': "import 'pg'; import 'drizzle-orm'; export type Database = object;",
  'src/server/route.ts': "import '../shared/money.ts'; export const route = 1;",
  'src/server/routes.ts':
    "import '../features/post/post.routes.ts'; import '../features/pay/card/card.routes.ts';",
  'src/server/jobs.ts': "import '../features/post/post.jobs.ts';",
  'src/server/main.ts':
    "import './routes.ts'; import './jobs.ts'; export const open = () => [import('./sandbox.ts'), import('./development.ts')];",
  'src/server/sandbox.ts': "import '../../sandbox/sea.ts';",
  'src/server/development.ts': "import 'vite';",
  'src/web/Button.tsx': "import 'react'; export const Button = 1;",
  'src/web/App.tsx':
    "import '../features/post/PostDialog.tsx'; import '../features/pay/PayDialog.tsx';",
  'src/web/pages/HomePage.tsx': "import '../../features/post/PostDialog.tsx';",
  'src/features/post/post.contract.ts':
    "import 'zod/mini'; import '../../shared/money.ts'; import './post.rules.ts';",
  'src/features/post/post.rules.ts': "import '../../shared/money.ts';",
  'src/features/post/post.store.ts':
    "import 'drizzle-orm/pg-core'; import type { Database } from '../../server/database.ts'; import '../pay/pay.store.ts'; export type D = Database;",
  'src/features/post/post.gateway.ts': "import 'nodemailer'; import './post.rules.ts';",
  'src/features/post/post.service.ts':
    "import './post.store.ts'; import './post.gateway.ts'; import '../pay/pay.service.ts';",
  'src/features/post/post.jobs.ts': "import './post.service.ts';",
  'src/features/post/post.routes.ts':
    "import { route } from '../../server/route.ts'; import './post.contract.ts'; import './post.store.ts'; import './post.service.ts'; export const r = route;",
  'src/features/post/PostDialog.tsx':
    "import '../../web/Button.tsx'; import './post.contract.ts'; import './usePost.ts'; import '../pay/pay.rules.ts';",
  'src/features/post/usePost.ts': "import 'react'; import './post.contract.ts';",
  'src/features/post/post.test.ts':
    "import './post.gateway.ts'; import './PostDialog.tsx'; import 'drizzle-orm'; import 'vitest';",
  'src/features/pay/pay.rules.ts': 'export const due = 1;',
  'src/features/pay/pay.store.ts': "import 'drizzle-orm';",
  'src/features/pay/pay.service.ts': "import './pay.store.ts';",
  'src/features/pay/PayDialog.tsx': "import './card/CardTab.tsx';",
  'src/features/pay/card/CardTab.tsx': "import '../pay.rules.ts';",
  'src/features/pay/card/card.routes.ts': "import '../pay.service.ts'; import '../pay.store.ts';",
  'src/features/payments/crypto/crypto.gateway.ts': "import 'viem';",
  'sandbox/sea.ts': "export type Fish = 'cod'; export const fish: Fish = 'cod';",
  'scripts/seed.ts': 'export const seed = 1;',
};

/** rule → the files that break it, each with the line put there. */
const crimes: Record<string, [file: string, line: string][]> = {
  'shared-knows-nobody': [
    ['src/shared/money.ts', "import '../server/clock.ts';"],
    ['src/shared/money.ts', "import '../web/Button.tsx';"],
    ['src/shared/money.ts', "import type {} from '../features/pay/pay.rules.ts';"],
  ],
  'server-knows-no-web': [['src/server/route.ts', "import '../web/Button.tsx';"]],
  'web-knows-no-server': [['src/web/Button.tsx', "import type {} from '../server/route.ts';"]],
  'server-knows-no-feature': [
    ['src/server/route.ts', "import '../features/pay/pay.service.ts';"],
    ['src/server/app.ts', "import '../features/post/post.routes.ts';"],
  ],
  'web-knows-no-feature': [['src/web/Button.tsx', "import '../features/pay/pay.rules.ts';"]],
  'src-stands-alone': [['src/server/route.ts', "import '../../scripts/seed.ts';"]],
  'sandbox-has-one-door': [
    ['src/server/route.ts', "import '../../sandbox/sea.ts';"],
    ['src/server/main.ts', "export const sea = () => import('../../sandbox/sea.ts');"],
  ],
  'loaded-when-asked': [['src/server/main.ts', "import './sandbox.ts';"]],
  'contract-imports': [
    ['src/features/post/post.contract.ts', "import '../../web/Button.tsx';"],
    ['src/features/post/post.contract.ts', "import '../../server/route.ts';"],
    ['src/features/post/post.contract.ts', "import '../pay/pay.store.ts';"],
    ['src/features/post/post.contract.ts', "import 'node:crypto';"],
    ['src/features/post/post.contract.ts', "import 'fastify';"],
  ],
  'rules-imports': [
    ['src/features/post/post.rules.ts', "import '../../server/clock.ts';"],
    ['src/features/post/post.rules.ts', "import 'node:fs';"],
  ],
  'store-imports': [
    ['src/features/post/post.store.ts', "import '../../server/route.ts';"],
    ['src/features/post/post.store.ts', "import '../pay/pay.service.ts';"],
    ['src/features/post/post.store.ts', "import 'node:fs';"],
  ],
  'service-imports': [
    ['src/features/pay/pay.service.ts', "import './PayDialog.tsx';"],
    ['src/features/pay/pay.service.ts', "import './pay.jobs.ts';"],
  ],
  'gateway-imports': [['src/features/post/post.gateway.ts', "import './post.store.ts';"]],
  'jobs-imports': [['src/features/post/post.jobs.ts', "import './post.gateway.ts';"]],
  'routes-imports': [
    ['src/features/post/post.routes.ts', "import './post.gateway.ts';"],
    ['src/features/post/post.routes.ts', "import './PostDialog.tsx';"],
  ],
  'component-imports': [
    ['src/features/post/PostDialog.tsx', "import './post.store.ts';"],
    ['src/features/post/usePost.ts', "import type {} from '../../server/route.ts';"],
  ],
  'features-meet-at-doors': [
    ['src/features/pay/pay.service.ts', "import '../post/post.gateway.ts';"],
    ['src/features/pay/card/card.service.ts', "import '../pay.gateway.ts';"],
  ],
  'components-stay-home': [['src/features/post/PostDialog.tsx', "import '../pay/PayDialog.tsx';"]],
  'no-circle': [['src/features/pay/pay.service.ts', "import '../post/post.service.ts';"]],
  'outside-world-in-gateways': [['src/features/post/post.service.ts', "import 'nodemailer';"]],
  'chain-in-crypto': [['src/features/post/post.gateway.ts', "import 'viem';"]],
  'sql-in-stores': [
    ['src/features/post/post.service.ts', "import { eq } from 'drizzle-orm'; export const e = eq;"],
  ],
  'server-ships-what-it-needs': [
    ['src/server/route.ts', "import 'smtp-server';"],
    ['src/features/post/post.service.ts', "import 'vite';"],
  ],
  'no-drawers': [
    ['src/web/utils.ts', ''],
    ['src/server/helpers/dates.ts', ''],
    ['src/shared/index.ts', ''],
  ],
  'every-file-has-a-room': [['src/features/post/format.ts', '']],
};

// Files that a crime imports and that nothing else needs.
const accomplices: Record<string, string> = {
  'src/server/clock.ts': "import type { Fish } from '../../sandbox/sea.ts'; export type F = Fish;",
  'src/features/pay/pay.jobs.ts': '',
  'src/features/pay/pay.gateway.ts': '',
};

const repository = resolve(import.meta.dirname, '..');
const trees: string[] = [];

/** Writes a tree, cruises it with the repository's law, and returns the broken rules' names. */
async function judge(files: Record<string, string>) {
  const tree = mkdtempSync(join(tmpdir(), 'one-africa-law-'));
  trees.push(tree);
  for (const name of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.base.json']) {
    copyFileSync(join(repository, name), join(tree, name));
  }
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `${text}\nexport {};\n`);
  }
  // In this process: the cruiser and the compiler behind it take longer to come up than to judge.
  process.chdir(tree);
  const options = await extractDepcruiseOptions(join(tree, '.dependency-cruiser.cjs'));
  const { output } = await cruise(['src', 'sandbox'], options, undefined, {
    tsConfig: extractTSConfig(join(tree, 'tsconfig.base.json')),
  });
  process.chdir(repository);
  const { summary } = output as ICruiseResult;
  expect(summary.totalCruised).toBeGreaterThan(20);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** The lawful tree with one rule's crimes in it. */
function withCrimes(list: [string, string][]) {
  const files = { ...lawful, ...accomplices };
  for (const [file, line] of list) files[file] = `${line}\n${files[file] ?? ''}`;
  return files;
}

describe('the import law', () => {
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  test('has a planted error for every rule', () => {
    const law = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    expect(Object.keys(crimes).sort()).toEqual(law.forbidden.map((rule) => rule.name).sort());
  });

  test('lets a lawful tree pass', async () => {
    expect(await judge({ ...lawful, ...accomplices })).toEqual([]);
  });

  test.for(Object.entries(crimes))('%s is reported, and nothing else', async ([rule, list]) => {
    const found = await judge(withCrimes(list));
    expect(found.filter((line) => !line.startsWith(`${rule}: `))).toEqual([]);
    for (const [file] of list) expect(found.some((line) => line.includes(file))).toBe(true);
    expect(found.length).toBeGreaterThanOrEqual(list.length);
  });
});
