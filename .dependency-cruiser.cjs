// The import law of docs/house.md, for a machine. Each rule has a planted error in
// scripts/import-law.test.ts; `npm run check` applies it.

const test = '\\.test\\.tsx?$|/testing[^/]*\\.ts$'; // tests may import anything
const features = '^src/features/';
/** A feature is a folder, also inside another: payments, payments/card. */
const feature = '^src/features/(.+)/[^/]+$';
const component = '/([A-Z][^/]*\\.tsx|use[A-Z][^/]*\\.tsx?)$';
/** Files of a feature by their last names: room('store', 'service'). */
const room = (...names) => `^src/features/.+\\.(${names.join('|')})\\.ts$`;
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

// The plain lists: the only files outside src/features that may name a feature.
const serverLists = '^src/server/(routes|jobs|features|main)\\.ts$';
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

module.exports = {
  forbidden: [
    // ── the four halls ─────────────────────────────────────────────────────────────────────────
    never(
      'shared-knows-nobody',
      'Both sides speak src/shared; it speaks of neither.',
      { path: '^src/shared/' },
      { path: ['^src/(server|web|features)/'] },
    ),
    never(
      'server-knows-no-web',
      'The server reads what the build made of src/web, never its source.',
      { path: '^src/server/' },
      { path: '^src/web/' },
    ),
    never(
      'web-knows-no-server',
      'The browser reaches the server through contracts.',
      { path: '^src/web/' },
      { path: '^src/server/' },
    ),
    never(
      'server-knows-no-feature',
      'Only the lists routes.ts, jobs.ts and main.ts name features.',
      { path: '^src/server/', pathNot: [serverLists] },
      { path: features },
    ),
    never(
      'web-knows-no-feature',
      'Only App, the entries and the pages name features.',
      { path: '^src/web/', pathNot: [webLists] },
      { path: features },
    ),
    never(
      'src-stands-alone',
      'What ships does not lean on what is beside it.',
      { path: '^src/' },
      { path: '^(scripts|e2e|bench|prove)/' },
    ),
    never(
      'sandbox-has-one-door',
      'src/server/sandbox.ts opens the sandbox; everyone else may speak of its types alone.',
      { path: '^src/', pathNot: [outsideProduction] },
      { path: '^sandbox/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'loaded-when-asked',
      'Production installs neither the sandbox nor Vite: load these two by import().',
      { path: '^src/' },
      { path: outsideProduction, dynamic: false, dependencyTypesNot: ['type-only'] },
    ),

    // ── the rooms of a feature ─────────────────────────────────────────────────────────────────
    only(
      'contract-imports',
      'A contract runs on both sides: zod, shared, contracts, rules.',
      room('contract'),
      ['^src/shared/', room('contract', 'rules'), npm('zod')],
    ),
    only(
      'rules-imports',
      'A rule is pure and runs on both sides: zod, shared, contracts, rules (and viem: chain-in-crypto).',
      room('rules'),
      ['^src/shared/', room('contract', 'rules'), npm('zod', 'viem')],
    ),
    only(
      'store-imports',
      'A store is a table and its queries: drizzle, server/database, server/list, other stores.',
      room('store'),
      [
        '^src/shared/',
        room('contract', 'rules', 'store'),
        '^src/server/(database|list|[^/]+\\.store)\\.ts$',
        npm('drizzle-orm', 'zod'),
        '^(node:)?crypto$',
      ],
    ),
    never(
      'service-imports',
      'A service joins stores, gateways and rules; it knows no route, job or component.',
      { path: room('service') },
      { path: [room('routes', 'jobs'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'gateway-imports',
      'A gateway translates the outside world: fetch or an SDK, and rules.',
      { path: room('gateway') },
      { path: [room('store', 'service', 'routes', 'jobs'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'jobs-imports',
      'A job calls services and stores.',
      { path: room('jobs') },
      { path: [room('gateway', 'routes'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'routes-imports',
      'A route joins a contract with rules, stores and services.',
      { path: room('routes') },
      { path: [room('gateway', 'routes', 'jobs'), '\\.tsx$', '^src/web/'] },
    ),
    never(
      'component-imports',
      'A component knows web, contracts, rules and its siblings.',
      { path: `${features}.*${component}` },
      { path: ['^src/server/', room('store', 'service', 'gateway', 'routes', 'jobs')] },
    ),

    // ── between features ───────────────────────────────────────────────────────────────────────
    never(
      'features-meet-at-doors',
      'Doors: contract, rules, store, service. The rest of a feature is its own.',
      { path: feature },
      {
        path: features,
        pathNot: [
          '^src/features/$1/[^/]+$',
          room('contract', 'rules', 'store', 'service'),
          component,
        ],
      },
    ),
    never(
      'components-stay-home',
      'Pages compose features; a component meets only its own family (payments, payments/card).',
      { path: '^src/features/([^/]+)/' },
      { path: `${features}.*${component}`, pathNot: ['^src/features/$1/'] },
    ),
    never(
      'no-circle',
      'Payments knows application and never the reverse.',
      { path: '^(src|sandbox)/' },
      { circular: true },
    ),

    // ── foreign vocabulary ─────────────────────────────────────────────────────────────────────
    never(
      'outside-world-in-gateways',
      'Foreign words stay in the gateway; in the browser, with the buttons that are PayPal’s own.',
      {
        path: '^src/',
        pathNot: ['\\.gateway\\.ts$', '^src/features/payments/card/usePaypalButtons\\.ts$'],
      },
      { path: npm('nodemailer', '@types/nodemailer', '@paypal/[^/]+') },
    ),
    never(
      'chain-in-crypto',
      'payments/crypto is the only home of viem and wagmi.',
      { path: '^src/', pathNot: ['^src/features/payments/crypto/'] },
      { path: npm('viem', 'wagmi', '@wagmi/[^/]+', '@walletconnect/[^/]+') },
    ),
    never(
      'sql-in-stores',
      'Queries live in stores, and the engine room.',
      { path: '^src/', pathNot: ['\\.store\\.ts$', '^src/server/'] },
      { path: npm('drizzle-orm', 'pg', '@electric-sql/pglite') },
    ),
    never(
      'server-ships-what-it-needs',
      'An installation without development packages must still start.',
      {
        path: [
          '^src/server/',
          room('contract', 'rules', 'store', 'service', 'gateway', 'jobs', 'routes'),
        ],
        pathNot: [outsideProduction],
      },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
        dependencyTypesNot: ['type-only'],
        dynamic: false,
      },
    ),

    // ── names ──────────────────────────────────────────────────────────────────────────────────
    noFile('no-drawers', 'A drawer fills up: name the noun, not the shelf.', {
      path: '^(src|sandbox)/(.*/)?(utils?|helpers?|misc|common|types|index)(\\.[^/]+)?(/|$)',
    }),
    noFile('every-file-has-a-room', "In a feature a file's last name is its room.", {
      path: features,
      pathNot: [
        room('contract', 'rules', 'store', 'service', 'gateway', 'jobs', 'routes'),
        component,
        test,
        '\\.(css|json)$',
        '/mails\\.tsx$', // the list of mails: an input of the build, since Node cannot run JSX
      ],
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    // Type imports count: a type is knowledge too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
