import { addAudit } from '../../../server/audit.store.ts';
import { callerOf, type RequestContext } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import type { PersonalDataSource } from '../../../server/personal-data.ts';
import { findUserByEmail } from '../../../server/user.store.ts';
import type { AnswerFile } from '../../../shared/endpoint.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { ExportForm } from '../../members/account/account.contract.ts';
import { exportAs } from '../../members/account/account-export.service.ts';
import { eraseData } from '../../members/deletion/deletion.service.ts';
import type { RecordRef } from '../merge.contract.ts';
import { addressOf } from '../person.service.ts';

type DataContext = Pick<
  RequestContext<never>,
  'db' | 'clock' | 'user' | 'secrets' | 'publicUrl' | 'translate' | 'language'
>;

/** Whose data has the address of a record. An administrator who acts for a person has made sure that it is theirs. */
async function subjectOf(db: Database, context: DataContext, of: RecordRef) {
  const email = await addressOf(db, of, callerOf(context).permissions);
  const account = await findUserByEmail(db, email);
  const emailVerifiedAt = account?.emailVerifiedAt ?? new Date(0);
  return { account, subject: { id: account?.id ?? null, email, emailVerifiedAt } };
}

/** The file of a person; it is answered once the download is in the audit log. */
export async function exportPersonAs(
  context: DataContext,
  of: RecordRef,
  { form, sources }: { form: ExportForm; sources: readonly PersonalDataSource[] },
): Promise<AnswerFile> {
  const { db, clock } = context;
  const person = await subjectOf(db, context, of);
  await inTransaction(db, (tx) =>
    addAudit(tx, {
      at: clock.now(),
      actorId: callerOf(context).id,
      action: 'person.exported',
      subject: person.subject.id ?? of.id,
      after: { of, form },
    }),
  );
  return exportAs(context, person, { form, sources: sources.filter((one) => !one.isPrivate) });
}

/** Erases the person of a record. Throws 409 for an administrator, whose acts others must be able to look up. */
export async function erase(
  context: DataContext,
  of: RecordRef,
  sources: readonly PersonalDataSource[],
): Promise<void> {
  const { db, clock } = context;
  const { account, subject } = await subjectOf(db, context, of);
  if (account?.isAdmin)
    throw new Fault(
      409,
      words('This is an administrator. Take the access away first, under Settings.'),
    );
  await eraseData(context, db, { account, subject: { ...subject, isWhole: true } }, sources);
  await addAudit(db, {
    at: clock.now(),
    actorId: callerOf(context).id,
    action: 'person.erased',
    subject: subject.id ?? of.id,
    after: { of },
  });
}
