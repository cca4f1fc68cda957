import { brotliCompressSync, constants } from 'node:zlib';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pictures } from './scripts/pictures/rasters.ts';
import {
  catalogues,
  firstTouchModules,
  memberModules,
  modulesOfAll,
} from './scripts/catalogues.ts';

const clientDir = 'dist/client';
const root = import.meta.dirname;
/** What the first touch needs, but for the entry, which stays a file of its own. */
const firstTouch = firstTouchModules(root);
firstTouch.delete('src/web/entry.client.tsx');
/** What of it the pages of members need too: they fetch nothing of the landing page. */
const ofMembers = memberModules(root);
/** What the form to apply and the page of an application add to the public pages. */
const applying = modulesOfAll(root, [
  'src/web/pages/landing/BuyNow.tsx',
  'src/features/application-status/ApplicationPage.tsx',
]);
const ofApplying = (file: string) => applying.has(file) && !firstTouch.has(file);

/** What two pages fetch is in one file: small ones compress badly. */
const ofProfileAndMessages = modulesOfAll(root, [
  'src/web/pages/members/ProfilePage.tsx',
  'src/web/pages/members/MessagesPage.tsx',
]);
const paying = modulesOfAll(root, ['src/features/payments/checkout/PaymentDialog.tsx']);
/** What every page of members shares with the start page, the form to apply or the checkout. */
const ofAllMembers = modulesOfAll(root, ['src/web/entry.app.tsx']);
const isShared = (file: string) =>
  ofMembers.has(file) &&
  (firstTouch.has(file) ||
    ((applying.has(file) || paying.has(file)) &&
      (ofAllMembers.has(file) || ofProfileAndMessages.has(file))));
const ofMessagesAndDashboard = modulesOfAll(root, [
  'src/web/pages/members/MessagesPage.tsx',
  'src/web/pages/dashboard/AdminPage.tsx',
]);

/** Files are compressed once, as tightly as can be, so that serving them costs nothing. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle() {
      const folder = join(clientDir, 'assets');
      for (const name of readdirSync(folder).filter((n) => /\.(js|css|svg)$/.test(n))) {
        const bytes = readFileSync(join(folder, name));
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

/** Files of entries, which are there before any part is. */
const ofEveryPage = /^assets\/(rolldown-runtime|react|zod|kit)-/;

/** Has the files of a part fetched as data before Vite's helper asks for them as modules: see fetchFirst.ts. */
function retriedImports(): Plugin {
  const helper = '\0vite/preload-helper.js';
  const ours = '\0retried-imports.js';
  return {
    name: 'retried-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (id, importer) => (id === helper && importer !== ours ? ours : undefined),
    load: (id) =>
      id === ours
        ? `import { __vitePreload as preload } from ${JSON.stringify(helper)};
           import { fetchFirst } from ${JSON.stringify(join(root, 'src/web/loading/fetchFirst.ts'))};
           export const __vitePreload = async (part, files, from) => {
             await fetchFirst(files ?? []);
             return preload(part, files, from);
           };`
        : undefined,
  };
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    catalogues(),
    retriedImports(),
    precompress(),
    pictures(clientDir),
  ],
  publicDir: 'src/web/public',
  builder: {},
  // Every picture is a file: what is in the page is fetched again with each page.
  build: {
    target: 'es2022',
    // Tailwind's own: no rules for browsers that cannot show its sheets.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    modulePreload: {
      polyfill: false,
      // Vite names none where a part is one file.
      resolveDependencies: (file, files) =>
        (files.length > 0 ? files : [file]).filter((name) => !ofEveryPage.test(name)),
    },
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        outDir: clientDir,
        manifest: true,
        rollupOptions: {
          // The sheets stand by themselves: one is inlined into public pages, so no chunk may fetch it again.
          input: [
            'src/web/entry.client.tsx',
            'src/web/entry.app.tsx',
            'src/web/bootstrap.ts',
            'src/web/pages/header/menus.ts',
            'src/web/styles/public.css',
            'src/web/styles/pages.css',
            'src/web/styles/print.css',
            'src/web/styles/touch.css',
            'src/web/styles/members.css',
            'src/web/pictures/drawings.ts',
          ],
          // The bootstrap imports the entry and calls its `hydrate`, which Vite would drop as unused.
          preserveEntrySignatures: 'exports-only',
          output: {
            // Kept apart: these change seldom, and React is what a public page fetches when idle.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                { name: 'zod', test: /node_modules\/zod\/|src\/web\/schemas\.ts$/ },
                // Else what dialogs share with the page is cut into dozens of files, each named in every page.
                { name: 'kit', test: (id) => isShared(relative(root, id)) },
                {
                  name: 'applications',
                  test: (id) => ofApplying(relative(root, id)) && ofMembers.has(relative(root, id)),
                },
                // Who pays fetches nothing else of members' pages.
                { name: 'tabs', test: /src\/web\/ui\/Tabs\.tsx$/ },
                {
                  name: 'member-pages',
                  test: (id) => ofProfileAndMessages.has(relative(root, id)),
                },
                { name: 'lists', test: (id) => ofMessagesAndDashboard.has(relative(root, id)) },
                { name: 'page', test: (id) => firstTouch.has(relative(root, id)) },
                { name: 'apply', test: (id) => ofApplying(relative(root, id)) },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file that runs without node_modules; in development Vite resolves as usual.
      resolve: { noExternal: process.argv.includes('build') ? true : [] },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: true,
        rollupOptions: {
          input: {
            page: 'src/web/entry.server.tsx',
            mails: 'src/features/mail/frame/render.mail.tsx',
          },
        },
      },
    },
  },
});
