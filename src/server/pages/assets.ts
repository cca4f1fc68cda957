import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets } from './document.ts';

interface ManifestChunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  isDynamicEntry?: boolean;
}

/** Chunks that a public page fetches when it is idle: see vite.config.ts. */
const AHEAD = new Set(['react', 'zod', 'rolldown-runtime']);

/** Reads what `vite build` left in `dist/client`; throws when nothing was built. */
export function readAssets(dist: string): Assets {
  const client = join(dist, 'client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
  const chunk = (source: string): ManifestChunk => {
    const found = manifest[source];
    if (!found) throw new Error(`The build has no ${source}.`);
    return found;
  };
  /** A chunk and all that it imports at once, each once. */
  const withImports = (c: ManifestChunk): ManifestChunk[] => [
    ...new Set([c, ...(c.imports ?? []).flatMap((name) => withImports(chunk(name)))]),
  ];
  /** A sheet of its own first: it puts the layers in order for all the others. */
  const cssOf = (sheet: string, c: ManifestChunk) => [
    chunk(sheet).file,
    ...new Set(withImports(c).flatMap((one) => one.css ?? [])),
  ];
  const read = (file: string) => readFileSync(join(client, file), 'utf8').trim();
  /** The generator's name is in the files; in every page it would be weight only. */
  const inlined = (file: string) => read(file).replace(/^\/\*!.*?\*\/\s*/s, '');

  /** A classic script whose names are no one else's; one that modules import too is in a chunk behind its entry. */
  const enclosed = (source: string) => {
    const own = withImports(chunk(source)).at(-1) ?? chunk(source);
    return `(()=>{${read(own.file)}})();`;
  };

  const page = chunk('src/web/entry.client.tsx');
  const imported = withImports(page).slice(1);
  const isAhead = (c: ManifestChunk) => AHEAD.has(c.name ?? '');
  const members = chunk('src/web/entry.app.tsx');
  return {
    publicCss: cssOf('src/web/styles/public.css', page).map(inlined).join(''),
    furtherCss: inlined(chunk('src/web/styles/pages.css').file),
    printCss: inlined(chunk('src/web/styles/print.css').file),
    hydratedCss: addressOf(chunk('src/web/styles/touch.css')),
    bootstrapJs: enclosed('src/web/pages/header/menus.ts') + enclosed('src/web/bootstrap.ts'),
    publicEntry: `/${page.file}`,
    fetchedAhead: imported.filter(isAhead).map(addressOf),
    fetchedOnTouch: imported.filter((c) => !isAhead(c)).map(addressOf),
    fetchedLater: Object.fromEntries(
      Object.entries(manifest)
        .filter(([, { isDynamicEntry }]) => isDynamicEntry)
        .map(([source, c]) => [
          source,
          withImports(c)
            .filter((one) => ![page, ...imported].includes(one))
            .map(addressOf),
        ]),
    ),
    appEntry: `/${members.file}`,
    appCss: cssOf('src/web/styles/members.css', members).map((file) => `/${file}`),
    devHead: '',
  };
}

const addressOf = ({ file }: ManifestChunk) => `/${file}`;
