import { PIGMENTS } from '../../src/web/pictures/cloth.ts';
import { letter, type Lettering } from './lettering.ts';

const { ink, indigo, ochre, clay, paper, terracotta, leaf } = PIGMENTS;
const white = '#fffdf6';

/** What is lettered on the booklet’s pages, the card and the letter. */
interface KitWords {
  declaration: string;
  /** The five points in short, each in one line or two. */
  points: readonly (readonly string[])[];
  belongsTo: string;
  name: string;
  card: readonly [string, string];
  letter: readonly [string, string];
  /** The small print of the letter. */
  notice: readonly string[];
}

/** LIST of the languages in which the kit is drawn. */
export const KIT_WORDS: Readonly<Record<string, KitWords>> = {
  en: {
    declaration: 'Unity Declaration',
    points: [
      ['Borders should be doors,', 'not walls.'],
      ['Every African: free to visit,', 'study, work and settle.'],
      ['Ratify the protocol', 'on free movement.'],
      ['Our diaspora is at home', 'here, too.'],
      ['Openly, peacefully,', 'within the law.'],
    ],
    belongsTo: 'This booklet belongs to',
    name: 'Your name',
    card: ['Africa is one home', 'with many rooms.'],
    letter: ['What the kit is,', 'and what it is not'],
    notice: ['Not valid for travel', 'or visas.'],
  },
  fr: {
    declaration: 'Déclaration d’unité',
    points: [
      ['Des portes aux frontières,', 'non des murs.'],
      ['Étudier, travailler et', 's’établir librement.'],
      ['Ratifiez la libre', 'circulation.'],
      ['La diaspora est ici', 'chez elle.'],
      ['Au grand jour, en paix,', 'dans le respect de la loi.'],
    ],
    belongsTo: 'Ce livret appartient à',
    name: 'Votre nom',
    card: ['L’Afrique est une maison', 'aux nombreuses pièces.'],
    letter: ['Ce que le kit est,', 'et ce qu’il n’est pas'],
    notice: ['Il ne permet pas', 'de voyager.'],
  },
};

/** Lettered twice as large, so that whole numbers are exact enough. */
const scale = 2;

async function lineOf(text: string, use: 'headline' | 'text', size: number) {
  const drawn = await letter(text, { use, size: size * scale });
  return { ...drawn, width: drawn.width / scale };
}

const place = ({ path }: Lettering, x: number, y: number, fill: string) =>
  `<path fill="${fill}" transform="translate(${Math.round(x)} ${y}) scale(.5)" d="${path}"/>`;

/** Letters of the small print, drawn once each and placed by number. */
async function printSmall(lines: readonly { text: string; x: number; y: number; size: number }[]) {
  const letters = [...new Set(lines.flatMap(({ text }) => [...text.replaceAll(' ', '')]))];
  const drawn = new Map<string, Lettering>();
  for (const one of [...letters, ' '])
    drawn.set(one, await letter(one, { use: 'text', size: SMALL }));
  const idOf = (one: string) => letters.indexOf(one).toString(36);
  const defs = letters.map((one) => `<path id="l${idOf(one)}" d="${drawn.get(one)?.path}"/>`);
  const set = lines.map(({ text, x, y, size }) => {
    let at = 0;
    const uses = [...text].map((one) => {
      const use = one === ' ' ? '' : `<use href="#l${idOf(one)}" x="${at}"/>`;
      at += drawn.get(one)?.width ?? 0;
      return use;
    });
    return `<g transform="translate(${x} ${y}) scale(${Number((size / SMALL).toFixed(3))})">${uses.join('')}</g>`;
  });
  return { defs: `<defs>${defs.join('')}</defs>`, set };
}

const SMALL = 36;

const threads = (colour: string, ...columns: number[]) =>
  `<path stroke="${colour}" stroke-width="13" d="${columns.map((x) => `M${x} 36v400`).join('')}"/>`;

const rows = (colour: string, ...starts: [x: number, y: number][]) =>
  `<path stroke="${colour}" stroke-width="14" stroke-dasharray="26 39" d="${starts.map(([x, y]) => `M${x} ${y}H662`).join('')}"/>`;

/**
 * What is in the envelope: the booklet open at the declaration and its owner’s name, the card and the letter. It has no
 * arms, no number and no zone for machines.
 */
export async function drawKit(words: KitWords): Promise<string> {
  const declaration = await lineOf(words.declaration, 'headline', 36);
  const belongsTo = await lineOf(words.belongsTo, 'text', 15);
  const name = await lineOf(words.name, 'headline', 38);
  const card = await Promise.all(words.card.map((line) => lineOf(line, 'headline', 27)));
  const heading = await Promise.all(words.letter.map((line) => lineOf(line, 'headline', 20)));
  const pointsAt = words.points.flatMap((lines, point) =>
    lines.map((text, line) => ({ text, x: 76, y: 124 + 58 * point + 23 * line, size: 20 })),
  );
  const noticeAt = words.notice.map((text, line) => ({
    text,
    x: 518,
    y: 424 + 22 * line,
    size: 15,
  }));
  const print = await printSmall([...pointsAt, ...noticeAt]);
  const ofPoints = print.set.slice(0, pointsAt.length).join('');
  const ofNotice = print.set.slice(pointsAt.length).join('');
  const onPlate = ({ width }: Lettering) => 519 - width / 2;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 600" fill="none">',
    print.defs,
    `<path fill="${ink}" fill-opacity=".28" d="M22 22h692v456H22z"/>`,
    `<rect fill="${indigo}" stroke="${ochre}" stroke-width="2" x="8" y="8" width="692" height="456" rx="6"/>`,
    `<path fill="${white}" d="M20 18h668v436H20z"/><path fill="${clay}" d="M350 18h8v436h-8z"/>`,
    // The declaration and its five points.
    place(declaration, 50, 78, indigo),
    `<path fill="${terracotta}" d="${words.points.map((_, at) => `M52 ${109 + 58 * at}l8 8-8 8-8-8z`).join('')}"/>`,
    `<g fill="${ink}">${ofPoints}</g>`,
    // The cloth, and on it whose booklet it is.
    threads(indigo, 382, 447, 512, 564, 629),
    threads(ochre, 395, 460, 499, 577, 642),
    threads(leaf, 408, 525, 590),
    threads(clay, 421, 473, 551, 603),
    threads(terracotta, 434, 538, 616),
    threads(ink, 486, 655),
    rows(ochre, [376, 55], [415, 167], [389, 279], [428, 391]),
    rows(clay, [402, 83], [376, 195], [415, 307], [389, 419]),
    rows(terracotta, [428, 111], [402, 223], [376, 335]),
    rows(leaf, [389, 139], [428, 251], [402, 363]),
    `<path fill="${paper}" d="M406 156h226v150H406z"/><path stroke="${indigo}" stroke-width="2" d="M414 164h210v134H414z"/>`,
    place(belongsTo, onPlate(belongsTo), 200, '#575064'),
    place(name, onPlate(name), 244, indigo),
    `<path stroke="${terracotta}" stroke-width="4" d="M446 260h146"/>`,
    // The card.
    '<g transform="rotate(-5 175 490)">',
    `<path fill="${ink}" fill-opacity=".28" d="M48 422h272v164H48z"/><path fill="${terracotta}" d="M40 414h272v164H40z"/>`,
    ...card.map((line, at) => place(line, 62, 456 + 30 * at, '#fff8ea')),
    `<path stroke="#fff8ea" stroke-width="4" d="M64 512h96"/>`,
    ...[indigo, clay, ochre, leaf].map(
      (colour, at) =>
        `<path stroke="${colour}" stroke-width="26" stroke-dasharray="16 48" d="M${40 + 16 * at} 557H312"/>`,
    ),
    `<path stroke="${terracotta}" stroke-width="6" stroke-dasharray="16 32" d="M56 552h256M40 562h272"/></g>`,
    // The letter.
    '<g transform="rotate(6 600 460)">',
    `<path fill="${ink}" fill-opacity=".28" d="M506 326h206v254H506z"/><path fill="${white}" d="M498 318h206v254H498z"/>`,
    `<path stroke="${ochre}" stroke-width="8" d="M498 322h206"/><path stroke="${indigo}" stroke-width="8" stroke-dasharray="8" d="M498 322h206"/>`,
    ...heading.map((line, at) => place(line, 518, 362 + 22 * at, indigo)),
    `<g fill="${ink}">${ofNotice}</g>`,
    `<path stroke="${indigo}" stroke-width="3" d="M518 546q12-16 22 0t22 0t22-2t20 0"/></g></svg>`,
  ].join('');
}
