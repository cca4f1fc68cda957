import { randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import { addAudit } from '../../../server/audit.store.ts';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { shownName } from '../../../shared/shown.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { listPeople } from '../triage/triage.store.ts';
import type { enterSheet } from './paper-signature.contract.ts';
import {
  addLines,
  countLines,
  findSheet,
  type PaperSignature,
  removeSheet,
} from './paper-signature.store.ts';

/** The administrator and the time; `db` is the caller's transaction. */
type ChangeContext = Pick<AppContext, 'db' | 'clock'> & { actor: { id: string } };

type Sheet = output<NonNullable<(typeof enterSheet)['body']>>;

/**
 * Writes down the lines of a sheet, all or none. Throws 400 for a day that no calendar on earth has reached; 409 where
 * the sheet has lines already, unless more of them are meant, and where one of these lines is there.
 */
export async function addSheet(
  { db, clock, actor }: ChangeContext,
  { sheet, signedOn, lines, isMore = false }: Sheet,
): Promise<void> {
  const now = clock.now();
  if (signedOn > new Date(now.getTime() + days(1)).toISOString().slice(0, 10)) {
    const message = words('The date on the sheet cannot be in the future.');
    throw new Fault(400, message, { fields: { signedOn: message } });
  }
  const known = isMore ? undefined : await findSheet(db, sheet);
  if (known)
    throw new Fault(
      409,
      words('This sheet has already been entered. Check the number, or add these lines to it.'),
      {
        detail: {
          reason: 'sheet-entered',
          lines: known.lines,
          enteredAt: known.enteredAt.toISOString(),
        },
      },
    );
  const given = lines.map((line) => ({
    ...line,
    id: randomUUID(),
    email: line.email ?? null,
    sheet,
    signedOn,
    enteredBy: actor.id,
    enteredAt: now,
  }));
  const added = new Set(await addLines(db, given));
  const refused = [...given.keys()].filter((place) => !added.has(given[place]?.line ?? 0));
  if (refused.length > 0) {
    const message = words('This line of the sheet has already been entered.');
    throw new Fault(409, words('Nothing was saved. Some lines have already been entered.'), {
      fields: Object.fromEntries(refused.map((place) => [`lines.${place}.line`, message])),
    });
  }
  await addAudit(db, {
    at: now,
    actorId: actor.id,
    action: 'paper_signatures.entered',
    subject: sheet,
    // Never who has signed: a name would stay in the log for ever.
    after: { signedOn, lines: given.length },
  });
}

/** Deletes a sheet with all its lines. Throws 404. */
export async function dropSheet({ db, clock, actor }: ChangeContext, sheet: string): Promise<void> {
  const lines = await removeSheet(db, sheet);
  if (lines === 0) throw new Fault(404, words('This sheet is not in the list.'));
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: 'paper_signatures.deleted',
    subject: sheet,
    before: { lines },
  });
}

/** The rows with the name of who entered them and the length of their sheets. */
export async function withSheets<Row extends Pick<PaperSignature, 'sheet' | 'enteredBy'>>(
  db: Database,
  rows: readonly Row[],
) {
  if (rows.length === 0) return [];
  const people = await listPeople(db, [...new Set(rows.map(({ enteredBy }) => enteredBy))]);
  const names = new Map(people.map((one) => [one.id, shownName(one) || one.email]));
  const lengths = await countLines(db, [...new Set(rows.map(({ sheet }) => sheet))]);
  return rows.map((row) => ({
    ...row,
    enteredBy: names.get(row.enteredBy) ?? null,
    linesOfSheet: lengths.get(row.sheet) ?? 0,
  }));
}
