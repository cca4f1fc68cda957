import * as harfbuzz from 'harfbuzzjs';
import { wholeFace } from './face.ts';

export interface Lettering {
  /** SVG path data; the baseline is y = 0 and the first letter begins at x = 0. */
  path: string;
  width: number;
}

/** Headlines in Bricolage Grotesque, small print in bold Andika. */
type Use = 'headline' | 'text';

interface Setting {
  use: Use;
  /** Height of the em, in units of the picture. */
  size: number;
  /** Space added between letters, in ems. */
  tracking?: number;
  /** Decimals of the coordinates: 0 is enough where a unit is less than half a pixel. */
  decimals?: number;
}

const fonts = new Map<Use, Promise<harfbuzz.Font>>();

async function fontOf(use: Use): Promise<harfbuzz.Font> {
  const face = await wholeFace(use);
  return new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(face).buffer)));
}

/**
 * A line of text as outlines, so that a picture looks the same wherever it is drawn.
 * Throws when the face lacks a letter.
 */
export async function letter(text: string, setting: Setting): Promise<Lettering> {
  const { use, size, tracking = 0, decimals = 0 } = setting;
  const known = fonts.get(use) ?? fontOf(use);
  fonts.set(use, known);
  const font = await known;
  const em = font.face.upem;
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  const places = buffer.getGlyphPositions();

  const round = (units: number) => Number(((units * size) / em).toFixed(decimals));
  let x = 0;
  let path = '';
  for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
    if (glyph === 0) throw new Error(`The face has no letter for a character of “${text}”.`);
    const place = places[index];
    if (!place) continue;
    path += outline(font.glyphToJson(glyph), (px, py) => [
      round(x + place.xOffset + px),
      round(-place.yOffset - py),
    ]);
    x += place.xAdvance + tracking * em;
  }
  return { path, width: round(x - tracking * em) };
}

/** A glyph's outline with each point relative to the one before it: short numbers. */
function outline(
  commands: readonly { type: string; values: number[] }[],
  at: (x: number, y: number) => [number, number],
): string {
  let [x, y] = [0, 0];
  let path = '';
  for (const { type, values } of commands) {
    if (type === 'Z') {
      path += 'z';
      continue;
    }
    const points: [number, number][] = [];
    for (let i = 0; i < values.length; i += 2)
      points.push(at(values[i] as number, values[i + 1] as number));
    const end = points.at(-1) as [number, number];
    const isFlat = type === 'Q' && bend([x, y], points[0] as [number, number], end) < 0.6;
    const steps = (isFlat ? [end] : points).flatMap(([px, py]) => [short(px - x), short(py - y)]);
    if (type === 'M') path += `M${end.join(' ')}`;
    else if (steps.length === 2 && steps[0] === '0') path += steps[1] === '0' ? '' : `v${steps[1]}`;
    else if (steps.length === 2 && steps[1] === '0') path += `h${steps[0]}`;
    else path += `${steps.length === 2 ? 'l' : type.toLowerCase()}${steps.join(' ')}`;
    [x, y] = end;
  }
  return path.replaceAll(/ -/g, '-');
}

/** How far a curve's handle lies from the straight line between its ends. */
function bend(from: [number, number], handle: [number, number], to: [number, number]): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const across = Math.abs(dx * (handle[1] - from[1]) - dy * (handle[0] - from[0]));
  return length ? across / length : Math.hypot(handle[0] - from[0], handle[1] - from[1]);
}

/** Without the noise of binary fractions, and without the zero before the point. */
const short = (step: number): string => String(Number(step.toFixed(2))).replace(/^(-?)0\./, '$1.');
