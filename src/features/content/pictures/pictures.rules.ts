import type { PictureUse } from '../../../shared/picture.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';

/** Of a file as it is sent. The browser makes a photograph smaller than that first. */
export const largestUploadBytes = 6_000_000;

/** A base64 text is a third longer than its bytes; the rest is the body around it. */
export const uploadLimitBytes = Math.ceil(largestUploadBytes / 3) * 4 + 1000;

/** Said in the browser before a file is sent, and by the server. */
export const TOO_HEAVY = words('This file is larger than 6 MB. Please make the picture smaller.');
export const UNKNOWN = words('This is not a JPEG, PNG or WebP picture.');
export const UNREADABLE = words(
  'This picture cannot be opened: the file is damaged or incomplete. Please save it again and retry.',
);

/** Pixels: what is opened at all. A picture of ten kilobytes can unfold to gigabytes. */
export const LARGEST = { side: 12_000, area: 30_000_000 } as const;

/** Pixels: below it a picture is a blur where it is shown. */
export const SMALLEST: Readonly<Record<PictureUse, { width: number; height: number }>> = {
  card: { width: 600, height: 315 },
  page: { width: 200, height: 100 },
};

/** Pixels: a page's picture is fitted into it. */
export const PAGE_SIZE = { width: 960, height: 1280 } as const;

/** A picture that no text names any more stays for this long, so that an earlier version can come back. */
export const unusedRetentionMs = days(90);

/** What of a picture stays when it is cut: percent from the left and from the top, as CSS's `object-position`. */
export interface Focus {
  x: number;
  y: number;
}
export const CENTRE: Focus = { x: 50, y: 50 };

export type PictureFormat = 'jpeg' | 'png' | 'webp';

/** What a file is by its first bytes, whatever it is called; undefined for what we do not open, such as SVG. */
export function formatOf(bytes: Uint8Array): PictureFormat | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'webp' : undefined;
}
