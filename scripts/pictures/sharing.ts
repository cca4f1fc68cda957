import { readFileSync } from 'node:fs';
import { HERO } from '../../src/features/content/texts/hero.rules.ts';
import { SHORT_NOTICE } from '../../src/shared/notice.ts';
import type { Language } from '../../src/shared/language.ts';
import { translate } from '../../src/shared/words.ts';
import { CLOTH, PIGMENTS, type Strand, WARP, weftOf } from '../../src/web/pictures/cloth.ts';
import { BOOKLET, BOOKLET_WORDS, drawBooklet } from './booklet.ts';
import { letter } from './lettering.ts';

export const SHARING = { width: 1200, height: 630 };

const { paper, indigo, terracotta, ink } = PIGMENTS;
const margin = 64;
const clothLeft = 760;
/** Steps of the scale that the picture shows woven: it is drawn once, the real cloth grows. */
const shownSignatures = 100_000;

/** The picture that other sites show beside a link: the headline, the cloth, the booklet. */
export async function drawSharing(language: Language): Promise<string> {
  const locale = { tag: language, catalogue: catalogueOf(language) };
  const title = [HERO.title_line1, HERO.title_line2, HERO.title_line3].map(({ fallback }) =>
    translate(fallback, {}, locale),
  );
  // The first line in two, so that all can be set larger.
  const [first = '', ...others] = title;
  const cut = first.lastIndexOf(' ');
  const parts = [first.slice(0, cut), first.slice(cut + 1), ...others];
  const wide = await Promise.all(parts.map((part) => letter(part, { use: 'headline', size: 100 })));
  const widest = Math.max(...wide.map(({ width }) => width));
  const size = Math.min(98, ((clothLeft - 2 * margin) / widest) * 100);
  const lines = await Promise.all(parts.map((part) => letter(part, { use: 'headline', size })));
  const name = await letter('One Africa Passport', { use: 'headline', size: 30 });
  const notice = await letter(translate(SHORT_NOTICE, {}, locale), { use: 'text', size: 22 });
  // As tight as the letters allow: the notice above has air, and a descender still meets no ascender.
  const leading = size * 1.04;
  const baseline = SHARING.height - margin - size * 0.2 - leading * (lines.length - 1);

  const bookletScale = 1.1;
  const booklet = (await drawBooklet(BOOKLET_WORDS[language] ?? '')).replace(
    /^<svg[^>]*>|<\/svg>$/g,
    '',
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARING.width} ${SHARING.height}" fill="none">`,
    `<path fill="${paper}" d="M0 0h${SHARING.width}v${SHARING.height}H0z"/>`,
    `<path fill="${ink}" transform="translate(${margin} ${margin + 24})" d="${name.path}"/>`,
    `<path fill="${ink}" transform="translate(${margin} ${margin + 66})" d="${notice.path}"/>`,
    ...lines.map(
      ({ path }, i) =>
        `<path fill="${i === lines.length - 1 ? terracotta : indigo}" transform="translate(${margin} ${Math.round(baseline + i * leading)})" d="${path}"/>`,
    ),
    `<svg x="${clothLeft}" width="${SHARING.width - clothLeft}" height="${SHARING.height}" viewBox="0 0 ${CLOTH.width} ${CLOTH.height}" preserveAspectRatio="xMidYMax slice" shape-rendering="crispEdges">`,
    `<g stroke-width="${CLOTH.height}">${WARP.map(drawn).join('')}</g>`,
    `<g stroke-width="${CLOTH.weft}">${weftOf(shownSignatures).map(drawn).join('')}</g></svg>`,
    `<g transform="translate(${(clothLeft + SHARING.width - BOOKLET.width * bookletScale) / 2} ${(SHARING.height - BOOKLET.height * bookletScale) / 2}) scale(${bookletScale})">${booklet}</g>`,
    '</svg>',
  ].join('');
}

const drawn = ({ pigment, path, dashes }: Strand) =>
  `<path stroke="${PIGMENTS[pigment]}" stroke-dasharray="${dashes}" d="${path}"/>`;

function catalogueOf(language: Language): Record<string, string> {
  if (language === 'en') return {};
  return JSON.parse(readFileSync(`src/web/locales/${language}.json`, 'utf8')) as Record<
    string,
    string
  >;
}
