import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { encode, type Made } from './encoder.gateway.ts';

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#22244f' } });

/** A photograph's worth of noise: nothing that shrinks to a few bytes. */
const photo = sharp(
  Buffer.from(Uint8Array.from({ length: 1600 * 1200 * 3 }, (_, i) => (i * 7919) % 251)),
  { raw: { width: 1600, height: 1200, channels: 3 } },
);

/** A PNG whose head promises these pixels and whose body is `body`. */
function pngOf(width: number, height: number, body: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(body)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('what is made of a file', () => {
  const centre = { x: 50, y: 50 };
  const made = async (bytes: Uint8Array, use: 'card' | 'page' = 'page') =>
    (await encode({ use, bytes, focus: centre })) as Made[];
  const verdict = (bytes: Uint8Array, use: 'card' | 'page' = 'page') =>
    encode({ use, bytes, focus: centre });

  test('a card is a JPEG of 1200x630 pixels, light enough for those who show it', async () => {
    const [card, ...more] = await made(
      await photo.clone().jpeg({ quality: 100 }).toBuffer(),
      'card',
    );
    expect(more).toEqual([]);
    const about = await sharp(card?.bytes).metadata();
    expect(about).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(card?.bytes.length).toBeLessThan(300_000);
  });

  test('a card keeps what the focus points to', async () => {
    const tall = await sharp({
      create: { width: 1200, height: 2000, channels: 3, background: '#f00' },
    })
      .composite([{ input: await flat(1200, 630).png().toBuffer(), left: 0, top: 1370 }])
      .png()
      .toBuffer();
    const middleAt = async (y: number) => {
      const [card] = (await encode({ use: 'card', bytes: tall, focus: { x: 50, y } })) as Made[];
      const { channels } = await sharp(card?.bytes).stats();
      return channels.map(({ mean }) => Math.round(mean));
    };
    expect((await middleAt(0))[0]).toBeGreaterThan(240);
    const [red = 255, , blue = 0] = await middleAt(100);
    expect(red).toBeLessThan(50);
    expect(blue).toBeGreaterThan(60);
  });

  test('a picture in a page is WebP in two widths, never larger than it was', async () => {
    const files = await made(await photo.clone().png().toBuffer());
    expect(files.map(({ width, height }) => [width, height])).toEqual([
      [960, 720],
      [480, 360],
    ]);
    for (const { bytes } of files) expect((await sharp(bytes).metadata()).format).toBe('webp');
    expect(await made(await flat(300, 200).webp().toBuffer())).toMatchObject([{ width: 300 }]);
  });

  test('place, camera and whatever else the file carried is gone, and the picture is upright', async () => {
    const bytes = await flat(800, 400)
      .withExif({
        IFD0: { Artist: 'Somebody', Orientation: '6' },
        IFD3: { GPSLatitude: '6/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif?.includes('Somebody')).toBe(true);
    const [file] = await made(bytes);
    expect(file).toMatchObject({ width: 400, height: 800 });
    const { exif, icc, xmp, iptc } = await sharp(file?.bytes).metadata();
    expect({ exif, icc, xmp, iptc }).toEqual({});
    expect(Buffer.from(file?.bytes ?? []).includes('Somebody')).toBe(false);
  });

  test('a page that was hidden behind a picture does not come out again', async () => {
    const script = '<script>alert(document.domain)</script>';
    const jpeg = await flat(640, 480).withXmp(`<x>${script}</x>`).jpeg().toBuffer();
    const [file] = await made(Buffer.concat([jpeg, Buffer.from(`<!doctype html>${script}`)]));
    expect(Buffer.from(file?.bytes ?? []).includes('script')).toBe(false);
    expect(file?.width).toBe(640);
  });

  test('what is cut off, damaged, another thing, moving, too large or too small is refused', async () => {
    const jpeg = await photo.clone().jpeg().toBuffer();
    expect(await verdict(jpeg.subarray(0, jpeg.length / 2))).toBe('unreadable');
    expect(await verdict(Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(9000, 7)]))).toBe(
      'unreadable',
    );
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><script>1</script></svg>';
    expect(await verdict(Buffer.from(svg))).toBe('unreadable');
    const frames = await sharp(
      [await flat(300, 200).png().toBuffer(), await flat(300, 200).negate().png().toBuffer()],
      { join: { animated: true } },
    )
      .webp({ loop: 0 })
      .toBuffer();
    expect(await verdict(frames)).toBe('moving');
    expect(await verdict(await flat(20_000, 100).png().toBuffer())).toBe('large');
    // Four gigabytes of nothing in four kilobytes, and a head that promises less than follows.
    expect(await verdict(pngOf(65_000, 65_000, Buffer.alloc(4_000_000)))).toBe('large');
    expect(await verdict(pngOf(400, 400, Buffer.alloc(2000)))).toBe('unreadable');
    expect(await verdict(await flat(599, 400).png().toBuffer(), 'card')).toBe('small');
    expect(await verdict(await flat(900, 60).png().toBuffer())).toBe('small');
  });
});
