import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../../src/shared/language.ts';

/** Sides in pixels: Apple's home screen, and the manifest's two. */
const ICON_SIZES = [180, 192, 512];

/** Name → PNG of every picture that only exists as pixels. */
export async function drawRasters(): Promise<Record<string, Buffer>> {
  // Loaded here: anyone who only reads vite.config.ts needs none of it.
  const { default: sharp } = await import('sharp');
  const { drawIcon } = await import('./icon.ts');
  const { drawSharing, SHARING } = await import('./sharing.ts');
  const png = (svg: string, width: number) =>
    sharp(Buffer.from(svg))
      .resize({ width })
      .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 })
      .toBuffer();

  const rasters: Record<string, Buffer> = {};
  for (const size of ICON_SIZES) rasters[`icon-${size}.png`] = await png(drawIcon(), size);
  for (const language of LANGUAGES)
    rasters[`share-${language}.png`] = await png(await drawSharing(language), SHARING.width);
  return rasters;
}

/** Vite plugin: icons and sharing pictures, drawn once into `<client>/pictures` by each build. */
export function pictures(clientDir: string): Plugin {
  return {
    name: 'pictures',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle() {
      const folder = join(clientDir, 'pictures');
      mkdirSync(folder, { recursive: true });
      for (const [name, bytes] of Object.entries(await drawRasters()))
        writeFileSync(join(folder, name), bytes);
    },
  };
}
