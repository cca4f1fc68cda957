/** The use of an uploaded picture: the card of a shared link, or a place in a page. */
export const PICTURE_USES = ['card', 'page'] as const;
export type PictureUse = (typeof PICTURE_USES)[number];

/** Pixels of a shared link's card: https://developers.facebook.com/docs/sharing/webmasters/images */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Pixels across of the copy for small screens. */
const NARROW = 480;

/** The description of a picture: a sentence or two. */
export const longestAlt = 200;

/** A file of an uploaded picture; it is called after the widest copy's bytes, so it never changes. Pixels. */
export interface PictureFile {
  file: string;
  width: number;
  height: number;
}

export interface Picture extends PictureFile {
  alt: string;
}

const NAME = /^[\w-]{43}-(\d{2,4})x(\d{2,4})\.(jpg|webp)$/;

/** `hash` is 43 characters of base64url. */
export const pictureName = (hash: string, { width, height }: Measures, ending: 'jpg' | 'webp') =>
  `${hash}-${width}x${height}.${ending}`;
type Measures = Pick<PictureFile, 'width' | 'height'>;

/** Whether a file can have this name, whatever someone typed. */
export const isPictureName = (name: string) => NAME.test(name);

/** The picture that a text puts into a page: the name of its file, a space, what it shows. */
export function pictureIn(text: string): Picture | undefined {
  const [, file = '', alt = ''] = /^(\S+) +(\S.*)$/s.exec(text) ?? [];
  const [, width, height] = NAME.exec(file) ?? [];
  return width && height ? { file, width: Number(width), height: Number(height), alt } : undefined;
}

/** Whether the picture was made for this. */
export const fits = ({ file, width, height }: PictureFile, use: PictureUse): boolean =>
  use === 'card'
    ? file.endsWith('.jpg') && width === CARD_SIZE.width && height === CARD_SIZE.height
    : file.endsWith('.webp');

/** Pixels of the copy of a page's picture for small screens; undefined where the picture is small itself. */
export const narrowSize = ({ width, height }: Measures): Measures | undefined =>
  width > NARROW ? { width: NARROW, height: Math.round((NARROW * height) / width) } : undefined;

/** That copy; its name begins as the picture's own. */
export function narrowOf(picture: PictureFile): PictureFile | undefined {
  const size = narrowSize(picture);
  return size && { ...size, file: pictureName(picture.file.slice(0, 43), size, 'webp') };
}

export const pictureAddress = (file: string) => `/uploads/${file}`;
