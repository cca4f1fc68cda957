import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets } from './document.ts';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

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
  const cssOf = (c: ManifestChunk) => [...new Set(withImports(c).flatMap((one) => one.css ?? []))];
  const read = (file: string) => readFileSync(join(client, file), 'utf8').trim();

  const page = chunk('src/web/entry.client.tsx');
  const members = chunk('src/web/entry.app.tsx');
  return {
    publicCss: cssOf(page).map(read).join(''),
    bootstrapJs: `(()=>{${read(chunk('src/web/bootstrap.ts').file)}})()`,
    publicEntry: `/${page.file}`,
    publicPreloads: withImports(page)
      .slice(1)
      .map(({ file }) => `/${file}`),
    appEntry: `/${members.file}`,
    appCss: cssOf(members).map((file) => `/${file}`),
    devHead: '',
  };
}
