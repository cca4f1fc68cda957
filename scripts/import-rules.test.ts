import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, describe, expect, test } from 'vitest';

// A small tree that follows the rules, and for every rule the imports (or files) that break it alone.

const validTree: Record<string, string> = {
  'src/shared/money.ts': 'export const cents = 100;',
  'src/server/database/database.ts':
    "import 'pg'; import 'drizzle-orm'; export type Database = object;",
  'src/server/route.ts': "import '../shared/money.ts'; export const route = 1;",
  'src/server/routes.ts':
    "import '../features/contact/contact.routes.ts'; import '../features/payments/rails/card/card.routes.ts';",
  'src/server/jobs.ts': "import '../features/contact/contact.jobs.ts';",
  'src/server/main.ts':
    "import './routes.ts'; import './jobs.ts'; export const open = () => [import('./sandbox.ts'), import('./development.ts')];",
  'src/server/sandbox.ts': "import '../../sandbox/bank.ts';",
  'src/server/development.ts': "import 'vite';",
  'src/web/Button.tsx': "import 'react'; export const Button = 1;",
  'src/web/App.tsx':
    "import '../features/contact/ContactDialog.tsx'; import '../features/payments/checkout/PaymentDialog.tsx';",
  'src/web/pages/HomePage.tsx': "import '../../features/contact/ContactDialog.tsx';",
  'src/features/application/application.rules.ts': "import '../../shared/money.ts';",
  'src/features/application/application.store.ts': "import 'drizzle-orm';",
  'src/features/application/application.service.ts': "import './application.store.ts';",
  'src/features/application-status/StatusPage.tsx':
    "import '../application/application.rules.ts'; import '../payments/checkout/PaymentDialog.tsx';",
  'src/features/contact/contact.contract.ts':
    "import 'zod/mini'; import '../../shared/money.ts'; import './contact.rules.ts';",
  'src/features/contact/contact.rules.ts': "import '../../shared/money.ts';",
  'src/features/contact/contact.store.ts':
    "import 'drizzle-orm/pg-core'; import type { Database } from '../../server/database/database.ts'; import '../application/application.store.ts'; export type D = Database;",
  'src/features/contact/contact.gateway.ts': "import 'nodemailer'; import './contact.rules.ts';",
  'src/features/contact/contact.service.ts':
    "import './contact.store.ts'; import './contact.gateway.ts'; import '../application/application.service.ts';",
  'src/features/contact/contact.jobs.ts': "import './contact.service.ts';",
  'src/features/contact/contact.mail.tsx':
    "import 'react-email'; import './contact.rules.ts'; import '../mail/frame/Layout.tsx'; export const mail = 1;",
  'src/features/mail/frame/Layout.tsx': "import 'react-email';",
  'src/features/contact/contact.routes.ts':
    "import { route } from '../../server/route.ts'; import './contact.contract.ts'; import './contact.store.ts'; import './contact.service.ts'; export const r = route;",
  'src/features/contact/ContactDialog.tsx':
    "import '../../web/Button.tsx'; import './contact.contract.ts'; import './useContact.ts'; import '../application/application.rules.ts';",
  'src/features/contact/useContact.ts': "import 'react'; import './contact.contract.ts';",
  'src/features/contact/contact.test.ts':
    "import './contact.gateway.ts'; import './ContactDialog.tsx'; import 'drizzle-orm'; import 'vitest';",
  'src/features/payments/core/payment.rules.ts': 'export const due = 1;',
  'src/features/payments/core/payment.store.ts': "import 'drizzle-orm';",
  'src/features/payments/core/payment.service.ts': "import './payment.store.ts';",
  'src/features/payments/rails/card/CardTab.tsx': "import '../../core/payment.rules.ts';",
  'src/features/payments/rails/card/card.routes.ts':
    "import '../../core/payment.service.ts'; import '../../core/payment.store.ts';",
  'src/features/payments/rails/crypto/crypto.gateway.ts': "import 'viem';",
  'src/features/payments/checkout/PaymentDialog.tsx': "import '../rails/card/CardTab.tsx';",
  'src/features/mail/templates/RenderedMail.tsx': 'export const r = 1;',
  'src/features/campaigns/Compose.tsx': "import '../mail/templates/RenderedMail.tsx';",
  'sandbox/bank.ts': "export type Coin = 'cent'; export const coin: Coin = 'cent';",
  'scripts/seed.ts': 'export const seed = 1;',
  'prove/idor.ts': 'export const visitors = 1;',
  'e2e/contact.spec.ts': "import '../scripts/seed.ts';",
};

/** rule → the files that break it, each with the line put there. */
const violations: Record<string, [file: string, line: string][]> = {
  'shared-imports-no-side': [
    ['src/shared/money.ts', "import '../server/clock.ts';"],
    ['src/shared/money.ts', "import '../web/Button.tsx';"],
    ['src/shared/money.ts', "import type {} from '../features/payments/core/payment.rules.ts';"],
  ],
  'server-imports-no-web': [['src/server/route.ts', "import '../web/Button.tsx';"]],
  'web-imports-no-server': [['src/web/Button.tsx', "import type {} from '../server/route.ts';"]],
  'server-imports-no-feature': [
    ['src/server/route.ts', "import '../features/payments/core/payment.service.ts';"],
    ['src/server/app.ts', "import '../features/contact/contact.routes.ts';"],
  ],
  'web-imports-no-feature': [
    ['src/web/Button.tsx', "import '../features/payments/core/payment.rules.ts';"],
  ],
  'src-imports-no-tooling': [['src/server/route.ts', "import '../../scripts/seed.ts';"]],
  'sandbox-through-one-module': [
    ['src/server/route.ts', "import '../../sandbox/bank.ts';"],
    ['src/server/main.ts', "export const bank = () => import('../../sandbox/bank.ts');"],
  ],
  'development-loaded-dynamically': [['src/server/main.ts', "import './sandbox.ts';"]],
  'tests-import-no-proof': [
    ['src/features/contact/contact.test.ts', "import '../../../prove/idor.ts';"],
    ['e2e/contact.spec.ts', "import '../prove/idor.ts';"],
  ],
  'contract-imports': [
    ['src/features/contact/contact.contract.ts', "import '../../web/Button.tsx';"],
    ['src/features/contact/contact.contract.ts', "import '../../server/route.ts';"],
    ['src/features/contact/contact.contract.ts', "import '../application/application.store.ts';"],
    ['src/features/contact/contact.contract.ts', "import 'node:crypto';"],
    ['src/features/contact/contact.contract.ts', "import 'fastify';"],
  ],
  'rules-imports': [
    ['src/features/contact/contact.rules.ts', "import '../../server/clock.ts';"],
    ['src/features/contact/contact.rules.ts', "import 'node:fs';"],
  ],
  'store-imports': [
    ['src/features/contact/contact.store.ts', "import '../../server/route.ts';"],
    ['src/features/contact/contact.store.ts', "import '../application/application.service.ts';"],
    ['src/features/contact/contact.store.ts', "import 'node:fs';"],
  ],
  'service-imports': [
    ['src/features/contact/contact.service.ts', "import './ContactDialog.tsx';"],
    ['src/features/payments/core/payment.service.ts', "import './payment.jobs.ts';"],
  ],
  'gateway-imports': [['src/features/contact/contact.gateway.ts', "import './contact.store.ts';"]],
  'jobs-imports': [['src/features/contact/contact.jobs.ts', "import './contact.gateway.ts';"]],
  'routes-imports': [
    ['src/features/contact/contact.routes.ts', "import './contact.gateway.ts';"],
    ['src/features/contact/contact.routes.ts', "import './ContactDialog.tsx';"],
  ],
  'mail-imports': [
    ['src/features/contact/contact.mail.tsx', "import './contact.store.ts';"],
    ['src/features/contact/contact.mail.tsx', "import '../../web/Button.tsx';"],
    ['src/features/contact/contact.mail.tsx', "import '../../server/clock.ts';"],
  ],
  'component-imports': [
    ['src/features/contact/ContactDialog.tsx', "import './contact.store.ts';"],
    ['src/features/contact/useContact.ts', "import type {} from '../../server/route.ts';"],
  ],
  'feature-order': [
    ['src/features/application/application.service.ts', "import '../contact/contact.rules.ts';"],
    ['src/features/contact/contact.rules.ts', "import '../payments/rails/card/card.rules.ts';"],
    ['src/features/payments/core/payment.service.ts', "import '../rails/card/card.rules.ts';"],
    [
      'src/features/application/application.rules.ts',
      "import '../application-status/status.rules.ts';",
    ],
  ],
  'features-share-four-roles': [
    ['src/features/payments/rails/card/card.service.ts', "import '../../core/payment.gateway.ts';"],
    ['src/features/contact/contact.service.ts', "import '../application/application.gateway.ts';"],
  ],
  'components-import-own-feature': [
    ['src/features/donations/DonationForm.tsx', "import '../payments/checkout/PaymentDialog.tsx';"],
  ],
  'campaigns-build-on-mail': [
    ['src/features/campaigns/Compose.tsx', "import '../payments/checkout/PaymentDialog.tsx';"],
  ],
  'no-circular-import': [
    ['src/features/payments/core/payment.rules.ts', "import './amount.rules.ts';"],
  ],
  'sdk-in-gateways': [['src/features/contact/contact.service.ts', "import 'nodemailer';"]],
  'viem-in-crypto': [['src/features/contact/contact.gateway.ts', "import 'viem';"]],
  'sql-in-stores': [
    [
      'src/features/contact/contact.service.ts',
      "import { eq } from 'drizzle-orm'; export const e = eq;",
    ],
  ],
  'server-imports-production-packages': [
    ['src/server/route.ts', "import 'smtp-server';"],
    ['src/features/contact/contact.service.ts', "import 'vite';"],
  ],
  'no-catch-all-names': [
    ['src/web/utils.ts', ''],
    ['src/server/helpers/dates.ts', ''],
    ['src/shared/index.ts', ''],
  ],
  'every-file-has-a-role': [['src/features/contact/format.ts', '']],
  'every-feature-in-order': [['src/features/lottery/lottery.rules.ts', '']],
  'small-folders': Array.from({ length: 26 }, (_, i): [string, string] => [
    `src/features/audit/entry-${i}.rules.ts`,
    '',
  ]),
};

// Files that a violation imports and that nothing else needs.
const imported: Record<string, string> = {
  'src/server/clock.ts': "import type { Coin } from '../../sandbox/bank.ts'; export type C = Coin;",
  'src/features/payments/core/payment.jobs.ts': '',
  'src/features/payments/core/payment.gateway.ts': '',
  'src/features/payments/core/amount.rules.ts': "import './payment.rules.ts';",
  'src/features/payments/rails/card/card.rules.ts': '',
  'src/features/application/application.gateway.ts': '',
  'src/features/application-status/status.rules.ts': '',
};

const repository = resolve(import.meta.dirname, '..');
const trees: string[] = [];

/** Writes a tree, cruises it with the repository's rules, and returns the broken rules' names. */
async function violationsIn(files: Record<string, string>) {
  const tree = mkdtempSync(join(tmpdir(), 'one-africa-imports-'));
  trees.push(tree);
  for (const name of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.base.json']) {
    copyFileSync(join(repository, name), join(tree, name));
  }
  symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `${text}\nexport {};\n`);
  }
  // In this process: the cruiser and the compiler behind it take longer to start than to check.
  process.chdir(tree);
  const options = await extractDepcruiseOptions(join(tree, '.dependency-cruiser.cjs'));
  const { output } = await cruise(['src', 'sandbox', 'e2e'], options, undefined, {
    tsConfig: extractTSConfig(join(tree, 'tsconfig.base.json')),
  });
  process.chdir(repository);
  const { summary } = output as ICruiseResult;
  expect(summary.totalCruised).toBeGreaterThan(20);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** The valid tree with what breaks one rule in it. */
function withViolations(list: [string, string][]) {
  const files = { ...validTree, ...imported };
  for (const [file, line] of list) files[file] = `${line}\n${files[file] ?? ''}`;
  return files;
}

describe('the import rules', () => {
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true });
  });

  test('each have a planted error', () => {
    const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    expect(Object.keys(violations).sort()).toEqual(
      [...new Set(config.forbidden.map((rule) => rule.name))].sort(),
    );
  });

  test('accept a valid tree', async () => {
    expect(await violationsIn({ ...validTree, ...imported })).toEqual([]);
  });

  test.for(Object.entries(violations))(
    'report a violation of %s and nothing else',
    async ([rule, list]) => {
      const found = await violationsIn(withViolations(list));
      expect(found.filter((line) => !line.startsWith(`${rule}: `))).toEqual([]);
      for (const [file] of list) expect(found.some((line) => line.includes(file))).toBe(true);
      expect(found.length).toBeGreaterThanOrEqual(list.length);
    },
  );
});
