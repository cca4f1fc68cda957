import sharp, { type Sharp } from 'sharp';
import { CARD_SIZE, narrowSize, type PictureUse } from '../../../shared/picture.ts';
import {
  type Focus,
  formatOf,
  LARGEST,
  PAGE_SIZE,
  type PictureFormat,
  SMALLEST,
} from './pictures.rules.ts';

export interface Wish {
  use: PictureUse;
  bytes: Uint8Array;
  focus: Focus;
}

/** A file that was made; pixels. */
export interface Made {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Why a file became no picture. */
export type Refusal = 'unreadable' | 'moving' | 'large' | 'small';

/** What the process that encodes says: that it has loaded all that it needs, and, once it got a file, what became of it. */
export type Reply = 'ready' | Made[] | Refusal;

/** Facebook and WhatsApp leave heavier pictures out of a card. */
const heaviestCardBytes = 300_000;

const LOADERS: Readonly<Record<PictureFormat, string>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
};

/** What else the library could open, such as SVG and PDF, is never tried, whatever the file says. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.values(LOADERS) });
sharp.concurrency(1);
sharp.cache(false);

/**
 * The files of a picture, the widest first: turned upright, in plain colours, without what else the file
 * carried (place, camera, thumbnails, whatever stood behind the picture).
 */
export async function encode({ use, bytes, focus }: Wish): Promise<Made[] | Refusal> {
  // The head alone: what is too large is never unpacked.
  const about = await sharp(bytes, { limitInputPixels: false }).metadata().catch(gone);
  if (!about) return 'unreadable';
  if (about.format !== formatOf(bytes)) return 'unreadable';
  if ((about.pages ?? 1) > 1) return 'moving';
  const { width, height } = about.autoOrient;
  if (Math.max(width, height) > LARGEST.side || width * height > LARGEST.area) return 'large';
  if (width < SMALLEST[use].width || height < SMALLEST[use].height) return 'small';
  const picture = sharp(bytes, {
    failOn: 'error',
    limitInputPixels: LARGEST.area,
    sequentialRead: true,
  })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
  try {
    return use === 'card' ? [await card(picture, { width, height }, focus)] : await page(picture);
  } catch {
    // Its head was whole and its body is not.
    return 'unreadable';
  }
}

/** What is no picture is refused below. */
const gone = () => undefined;

async function card(picture: Sharp, size: Size, focus: Focus): Promise<Made> {
  const cut = picture
    .extract(cutOf(size, focus))
    .resize(CARD_SIZE.width, CARD_SIZE.height, { fit: 'fill' });
  const fine = await finish(cut.clone().jpeg({ quality: 82, mozjpeg: true }));
  if (fine.bytes.length <= heaviestCardBytes) return fine;
  return finish(cut.clone().jpeg({ quality: 55, mozjpeg: true }));
}

async function page(picture: Sharp): Promise<Made[]> {
  const webp = { quality: 74, effort: 5 };
  const wide = await finish(
    picture
      .clone()
      .resize({ ...PAGE_SIZE, fit: 'inside', withoutEnlargement: true })
      .webp(webp),
  );
  const narrow = narrowSize(wide);
  if (!narrow) return [wide];
  return [
    wide,
    await finish(
      picture
        .clone()
        .resize({ ...narrow, fit: 'fill' })
        .webp(webp),
    ),
  ];
}

interface Size {
  width: number;
  height: number;
}

/** The largest part of a picture in the card's shape, where `object-position` would leave it. Pixels. */
function cutOf({ width, height }: Size, focus: Focus) {
  const scale = Math.min(width / CARD_SIZE.width, height / CARD_SIZE.height);
  const part = {
    width: Math.min(width, Math.round(CARD_SIZE.width * scale)),
    height: Math.min(height, Math.round(CARD_SIZE.height * scale)),
  };
  return {
    ...part,
    left: Math.round(((width - part.width) * focus.x) / 100),
    top: Math.round(((height - part.height) * focus.y) / 100),
  };
}

async function finish(picture: Sharp): Promise<Made> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
