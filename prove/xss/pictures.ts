import sharp from 'sharp';
import { hasHiddenCharacter } from '../../src/features/content/content.rules.ts';
import { KNOWN_TEXTS, pictureUse } from '../../src/features/content/texts/known-texts.rules.ts';
import { CARD_SIZE, longestAlt } from '../../src/shared/picture.ts';
import { PAYLOADS } from './payloads.ts';
import type { Seeder } from './seeder.ts';

/** Every picture that a text puts into a page, with one of the texts as what it shows; answers their numbers. */
export async function seedPictures(seeder: Seeder): Promise<number[]> {
  const content = await sharp({ create: { ...CARD_SIZE, channels: 3, background: '#22244f' } })
    .png()
    .toBuffer();
  // A text of a page with a character that no one sees is refused.
  const alts = seeder.short(longestAlt).filter((text) => !hasHiddenCharacter(text));
  const seeded: number[] = [];
  for (const [n, { section, key }] of KNOWN_TEXTS.entries()) {
    const use = pictureUse({ section, key });
    if (!use) continue;
    const made = await seeder.asAdmin('addPicture', { use, content: content.toString('base64') });
    const { file } = JSON.parse(made.text) as { file?: string };
    if (!file) throw new Error(`addPicture: ${made.status} ${made.text}`);
    // Far apart, so that they are of several kinds and disguises.
    const alt = alts[(n * 31) % alts.length] ?? '';
    const text = { section, key, language: 'en', value: `${file} ${alt}` };
    const published = await seeder.asAdmin('publishContent', text);
    if (published.status >= 300)
      throw new Error(`publishContent: ${published.status} ${published.text}`);
    seeded.push(PAYLOADS.indexOf(alt));
  }
  return seeded;
}
