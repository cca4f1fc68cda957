import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { addAudit } from '../../../server/audit.store.ts';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { pictureIn, pictureName, type PictureUse } from '../../../shared/picture.ts';
import { words } from '../../../shared/words.ts';
import type { Place } from '../content.store.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { makePicture } from './maker.gateway.ts';
import {
  CENTRE,
  type Focus,
  formatOf,
  largestUploadBytes,
  TOO_HEAVY,
  UNKNOWN,
} from './pictures.rules.ts';
import {
  addPictures,
  notePicturesInUse,
  type PictureRow,
  removeUnusedPictures,
  usePicture,
} from './pictures.store.ts';

const MISSING = words('This picture is no longer here. Please upload it again.');

const refused = (sentence: string, status: 400 | 413 = 400) =>
  new Fault(status, sentence, { fields: { content: sentence } });

interface SentPicture {
  use: PictureUse;
  /** Base64. */
  content: string;
  focus?: Focus | undefined;
}

/** The files to keep for an uploaded one. Throws 400 or 413 for what is no picture for us, 503 where none can be opened. */
export async function prepare(
  sent: SentPicture,
  log: FastifyBaseLogger,
): Promise<Pick<PictureRow, 'name' | 'type' | 'bytes'>[]> {
  const bytes = Buffer.from(sent.content, 'base64');
  if (bytes.length > largestUploadBytes) throw refused(TOO_HEAVY, 413);
  if (!formatOf(bytes)) throw refused(UNKNOWN);
  const files = await makePicture({ use: sent.use, focus: sent.focus ?? CENTRE, bytes }, log);
  const hash = createHash('sha256')
    .update(files[0]?.bytes ?? '')
    .digest('base64url');
  const [ending, type] =
    sent.use === 'card' ? (['jpg', 'image/jpeg'] as const) : (['webp', 'image/webp'] as const);
  return files.map((made) => ({
    name: pictureName(hash, made, ending),
    type,
    bytes: Buffer.from(made.bytes),
  }));
}

/** Keeps the files; answers the name of the widest. */
export async function keep(
  { db, clock, actor }: Pick<AppContext, 'db' | 'clock'> & { actor: { id: string } },
  files: Awaited<ReturnType<typeof prepare>>,
): Promise<string> {
  const [widest] = files;
  if (!widest) throw new Error('A picture without files.');
  const addedAt = clock.now();
  await addPictures(
    db,
    files.map((file) => ({ ...file, addedAt })),
  );
  await addAudit(db, {
    at: addedAt,
    actorId: actor.id,
    action: 'content.picture_added',
    subject: widest.name,
  });
  return widest.name;
}

/** Call it before a text is kept: one that puts a picture into a page. Throws 400 where there is no such picture. */
export async function requirePicture(
  tx: Database,
  text: Pick<Place, 'section' | 'key'> & { value: string },
  now: Date,
): Promise<void> {
  const picture = pictureUse(text) && pictureIn(text.value);
  if (picture && !(await usePicture(tx, picture.file, now)))
    throw new Fault(400, MISSING, { fields: { value: MISSING } });
}

/** Removes pictures that nothing has named for long; answers how many files. */
export async function removeUnused(tx: Database, now: Date, retentionMs: number): Promise<number> {
  await notePicturesInUse(tx, now);
  return removeUnusedPictures(tx, new Date(now.getTime() - retentionMs));
}
