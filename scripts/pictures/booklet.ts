import { PIGMENTS } from '../../src/web/pictures/cloth.ts';
import { letterWordmark } from '../../src/web/pictures/wordmark.ts';
import { letter } from './lettering.ts';
import { wheel } from './wheel.ts';

export const BOOKLET = { width: 340, height: 440 };

/** What the cover says below the name, by language. */
export const BOOKLET_WORDS: Readonly<Record<string, string>> = {
  en: 'CAMPAIGN BOOKLET',
  fr: 'LIVRET DE CAMPAGNE',
};

const cover = { x: 30, y: 30, width: 272, height: 372 };
const { ink, indigo, ochre, clay, paper, terracotta } = PIGMENTS;

/**
 * The campaign's booklet as it lies on the cloth. It resembles no state's passport on purpose: a
 * sewn spine, a woven wheel, our own words; no arms, no chip's sign, no zone for machines.
 */
export async function drawBooklet(words: string): Promise<string> {
  const { x, y, width, height } = cover;
  const face = x + 26;
  const middle = (face + x + width) / 2;
  const name = letterWordmark('ONE AFRICA');
  const nameScale = 190 / name.width;
  const kind = await letter(words, { use: 'text', size: 46, tracking: 0.09 });
  const diamonds = Array.from({ length: 9 }, (_, i) => i);
  const diamond = (i: number) => `M${middle - 99 + i * 22} ${y + height - 38}l11-13 11 13-11 13z`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BOOKLET.width} ${BOOKLET.height}" fill="none">`,
    '<g transform="rotate(-6 170 220)">',
    // Shadow, pages, cover.
    `<path fill="#0b0a17" fill-opacity=".45" d="M${x + 12} ${y + 14}h${width}v${height}h-${width}z"/>`,
    `<path fill="${clay}" d="M${x + 4} ${y + 5}h${width}v${height}h-${width}z"/>`,
    `<path stroke="${ink}" stroke-opacity=".35" d="M${x + 5} ${y + height + 2.5}h${width}M${x + width + 2.5} ${y + 6}v${height}"/>`,
    `<rect fill="${indigo}" stroke="${ochre}" stroke-width="2" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>`,
    // The spine and its thread.
    `<path fill="${ink}" d="M${x} ${y + 3}q0-3 3-3h17v${height}h-17q-3 0-3-3z"/>`,
    `<path stroke="${ochre}" stroke-width="2.5" stroke-dasharray="16 9" stroke-linecap="round" d="M${x + 20} ${y + 14}v${height - 20}"/>`,
    wheel(middle, y + 138),
    `<path fill="${ochre}" transform="translate(${middle - 95} ${y + 254}) scale(${nameScale.toFixed(3)})" d="${name.path}"/>`,
    `<path fill="${paper}" transform="translate(${(middle - kind.width / 6).toFixed(1)} ${y + 307}) scale(.333)" d="${kind.path}"/>`,
    `<path fill="${ochre}" d="${diamonds
      .filter((i) => i % 2 === 0)
      .map(diamond)
      .join('')}"/>`,
    `<path fill="${terracotta}" d="${diamonds
      .filter((i) => i % 2)
      .map(diamond)
      .join('')}"/>`,
    '</g></svg>',
  ].join('');
}
