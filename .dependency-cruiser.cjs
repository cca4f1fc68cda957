// The import rules of docs/architecture.md. `npm run check` applies them; scripts/import-rules.test.ts
// plants an error for each.
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path/posix');

/**
 * The features from the bottom to the top: each imports only those that stand before it, so that no two
 * import each other, directly or in a circle. A folder inside another is listed where it stands by itself.
 */
const featureOrder = [
  'mail',
  'maintenance',
  'application',
  'content',
  'payments/pricing',
  'payments/core',
  'payments/payer',
  'fulfilment',
  'contact',
  'declaration',
  'partner',
  'volunteer',
  'members',
  'payments/rails/card',
  'payments/rails/crypto',
  'payments/rails/transfer',
  'payments/checkout',
  'application-status',
  'member-records',
  'payments/admin',
  'payments/notifications',
  'donations',
  'messages',
  'submissions',
  'campaigns',
  'webhooks',
  'failure-digest',
  'people',
  'retention',
  'audit',
  'saved-views',
];

/** With more files than this side by side, tests apart, a folder needs sub-folders. */
const mostFilesInFolder = 25;

const test = '\\.test\\.tsx?$|/testing[^/]*\\.ts$';
const features = '^src/features/';
/** A file of a feature and the feature's name, sub-folders included: of payments/rails/card before payments. */
const feature = `^src/features/(${featureOrder.toSorted((one, other) => other.length - one.length).join('|')})/`;
const component = '/([A-Z][^/]*\\.tsx|use[A-Z][^/]*\\.tsx?)$';
const mailTemplate = '^src/features/.+\\.mail\\.tsx$';
/** Files of a feature by their roles: role('store', 'service'). */
const role = (...names) => `^src/features/.+\\.(${names.join('|')})\\.ts$`;
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

// The plain lists: the only files outside src/features that may name a feature.
const serverLists =
  '^src/server/(routes|jobs|mails|features|personal-data-sources|sealed-columns|main)\\.ts$';
// What only a start outside production needs; absent from an installation for production.
const outsideProduction = '^src/server/(sandbox|development)\\.ts$';
const webLists = '^src/web/(App\\.tsx|entry\\.[^/]*\\.tsx?|pages/)';

/** "Files at `from` import nothing but `allowed`", as a rule. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { pathNot: allowed },
});
/** "Files at `from` never import `to`", as a rule. */
const never = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [test, ...(from.pathNot ?? [])] },
  to,
});
/** "No file has such a path", as a rule: 100 dependents is the most that the tool counts to. */
const noFile = (name, comment, module) => ({
  name,
  comment,
  severity: 'error',
  module: { ...module, numberOfDependentsLessThan: 100 },
  from: {},
});

/** The paths of one feature, without those of the features listed inside its folder. */
const pathsOf = (name) => ({
  path: `${features}${name}/`,
  pathNot: featureOrder
    .filter((one) => one.startsWith(`${name}/`))
    .map((one) => `${features}${one}/`),
});

/** One rule a feature: it never imports those that stand after it. */
const featureOrderRules = featureOrder.slice(0, -1).map((name, place) => {
  const { path, pathNot } = pathsOf(name);
  const later = featureOrder.slice(place + 1).map((one) => `${features}${one}/`);
  return never(
    'feature-order',
    'A feature imports only those before it in the list at the top of .dependency-cruiser.cjs.',
    { path, pathNot },
    { path: later, pathNot: later.some((one) => path.startsWith(one)) ? [path] : [] },
  );
});

/** The folders below `folder` that hold too many files. */
function crowdedFolders(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name) && !new RegExp(test).test(`/${entry.name}`),
  );
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => crowdedFolders(join(folder, entry.name)));
  return files.length > mostFilesInFolder ? [folder, ...below] : below;
}

module.exports = {
  forbidden: [
    // ── the four parts of src ──────────────────────────────────────────────────────────────────
    never(
      'shared-imports-no-side',
      'Both sides import src/shared; it imports neither.',
      { path: '^src/shared/' },
      { path: ['^src/(server|web|features)/'] },
    ),
    never(
      'server-imports-no-web',
      'The server reads what the build made of src/web, never its source.',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    never(
      'web-imports-no-server',
      'The browser reaches the server through contracts.',
      { path: '^src/web/' },
      { path: '^src/server/' },
    ),
    never(
      'server-imports-no-feature',
      'Only the lists (routes, jobs, mails, features, main) name features.',
      { path: '^src/server/', pathNot: [serverLists] },
      { path: features },
    ),
    never(
      'web-imports-no-feature',
      'Only App, the entries and the pages name features.',
      { path: '^src/web/', pathNot: [webLists] },
      { path: features },
    ),
    never(
      'src-imports-no-tooling',
      'What ships does not depend on scripts, journeys, benchmarks or proofs.',
      { path: '^src/' },
      { path: '^(scripts|e2e|bench|prove|testing)/' },
    ),
    never(
      'sandbox-through-one-module',
      'src/server/sandbox.ts opens the sandbox; every other module imports its types alone.',
      { path: '^src/', pathNot: [outsideProduction] },
      { path: '^sandbox/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'development-loaded-dynamically',
      'Production installs neither the sandbox nor Vite: load these two by import().',
      { path: '^src/' },
      { path: outsideProduction, dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    {
      name: 'tests-import-no-proof',
      comment: 'A proof runs by itself; what tests share with it belongs in scripts/ or sandbox/.',
      severity: 'error',
      from: { path: [test, '^e2e/'] },
      to: { path: '^prove/' },
    },

    // ── the roles of a feature's files ─────────────────────────────────────────────────────────
    only(
      'contract-imports',
      'A contract runs on both sides: zod, shared, contracts, rules.',
      role('contract'),
      ['^src/shared/', role('contract', 'rules'), npm('zod')],
    ),
    only(
      'rules-imports',
      'A rule is pure and runs on both sides: zod, shared, contracts, rules (and viem: viem-in-crypto).',
      role('rules'),
      ['^src/shared/', role('contract', 'rules'), npm('zod', 'viem')],
    ),
    only(
      'store-imports',
      'A store is a table and its queries: drizzle, server/database, server/list, other stores, names of mails.',
      role('store'),
      [
        '^src/shared/',
        role('contract', 'rules', 'store'),
        '^src/server/(database/database|lists/list|mails|.+\\.store)\\.ts$',
        npm('drizzle-orm', 'zod'),
        '^(node:)?crypto$',
      ],
    ),
    never(
      'service-imports',
      'A service joins stores, gateways and rules; it imports no route, job or component.',
      { path: role('service') },
      { path: [role('routes', 'jobs'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'gateway-imports',
      'A gateway translates the outside world: fetch or an SDK, and rules.',
      { path: role('gateway') },
      { path: [role('store', 'service', 'routes', 'jobs'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'jobs-imports',
      'A job calls services and stores.',
      { path: role('jobs') },
      { path: [role('gateway', 'routes'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'routes-imports',
      'A route joins a contract with rules, stores and services.',
      { path: role('routes') },
      { path: [role('gateway', 'routes', 'jobs'), '\\.tsx$', '^src/web/'] },
    ),
    only(
      'mail-imports',
      'A mail is drawn on the server from its props alone: the frame of mails, words and dates, rules.',
      mailTemplate,
      [
        '^src/shared/',
        role('contract', 'rules'),
        '^src/features/mail/frame/',
        mailTemplate,
        '^src/web/(words\\.tsx|useDates\\.ts|locales\\.ts)$',
        '^src/server/mails\\.ts$',
        npm('react', '@types/react', 'react-email'),
      ],
    ),
    never(
      'component-imports',
      'A component imports web, contracts, rules and its neighbours.',
      { path: `${features}.*${component}` },
      { path: ['^src/server/', role('store', 'service', 'gateway', 'routes', 'jobs')] },
    ),

    // ── between features ───────────────────────────────────────────────────────────────────────
    ...featureOrderRules,
    never(
      'features-share-four-roles',
      'Features import the contracts, rules, stores and services of others, and nothing else.',
      { path: feature },
      {
        path: features,
        pathNot: [
          '^src/features/$1/',
          role('contract', 'rules', 'store', 'service'),
          component,
          '^src/features/mail/frame/',
        ],
      },
    ),
    never(
      'components-import-own-feature',
      'Pages compose features, and so does the status page of an application; any other component imports those of its own feature (payments, payments/rails/card).',
      {
        path: '^src/features/([^/]+)/',
        pathNot: ['^src/features/(application-status|campaigns)/', mailTemplate],
      },
      { path: `${features}.*${component}`, pathNot: ['^src/features/$1/'] },
    ),
    never(
      'campaigns-build-on-mail',
      'Campaigns are mail to many people: they may show components of mail, and of no other feature.',
      { path: '^src/features/campaigns/', pathNot: [mailTemplate] },
      { path: `${features}.*${component}`, pathNot: ['^src/features/(campaigns|mail)/'] },
    ),
    never(
      'no-circular-import',
      'Payments imports application and never the reverse.',
      { path: '^(src|sandbox)/' },
      { circular: true },
    ),

    // ── vocabulary of the outside world ────────────────────────────────────────────────────────
    never(
      'sdk-in-gateways',
      'Only gateways use the SDKs of others; in the browser, the module with PayPal’s own buttons.',
      {
        path: '^src/',
        pathNot: ['\\.gateway\\.ts$', '^src/features/payments/rails/card/usePaypalButtons\\.ts$'],
      },
      { path: npm('nodemailer', '@types/nodemailer', '@paypal/[^/]+') },
    ),
    never(
      'viem-in-crypto',
      'Only payments/rails/crypto imports viem and wagmi; pricing checks an address with viem.',
      {
        path: '^src/',
        pathNot: [
          '^src/features/payments/rails/crypto/',
          '^src/features/payments/pricing/ethereum-address\\.rules\\.ts$',
        ],
      },
      { path: npm('viem', 'wagmi', '@wagmi/[^/]+', '@walletconnect/[^/]+') },
    ),
    never(
      'sql-in-stores',
      'Queries live in stores, and in src/server.',
      { path: '^src/', pathNot: ['\\.store\\.ts$', '^src/server/'] },
      { path: npm('drizzle-orm', 'pg', '@electric-sql/pglite') },
    ),
    never(
      'server-imports-production-packages',
      'An installation without development packages must still start.',
      {
        path: [
          '^src/server/',
          role('contract', 'rules', 'store', 'service', 'gateway', 'jobs', 'routes'),
        ],
        pathNot: [outsideProduction],
      },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
        dependencyTypesNot: ['type-only'],
        dynamic: false,
      },
    ),

    // ── names and folders ──────────────────────────────────────────────────────────────────────
    noFile('no-catch-all-names', 'Such a file collects everything: name what it holds.', {
      path: '^(src|sandbox)/(.*/)?(utils?|helpers?|misc|common|types|index)(\\.[^/]+)?(/|$)',
    }),
    noFile('every-file-has-a-role', 'In a feature the suffix of a file is its role.', {
      path: features,
      pathNot: [
        role('contract', 'rules', 'store', 'service', 'gateway', 'jobs', 'routes'),
        '\\.mail\\.tsx$',
        component,
        test,
        '\\.(css|json)$',
      ],
    }),
    noFile('every-feature-in-order', 'A new feature has its place in the order of features.', {
      path: features,
      pathNot: featureOrder.map((name) => `${features}${name}/`),
    }),
    noFile('small-folders', `More than ${mostFilesInFolder} files side by side: add sub-folders.`, {
      path:
        crowdedFolders('src')
          .map((folder) => `^${folder}/[^/]+$`)
          .join('|') || '^$',
      pathNot: test,
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    // Type imports count: a module depends on the types it names, too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
