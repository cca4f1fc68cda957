import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import { callerOf } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { MOST_TAGS } from '../../submissions/triage/triage.rules.ts';
import type { RecordRef } from '../merge.contract.ts';
import { addressesOf, type PersonContext } from '../person.service.ts';
import { addPersonNote, addTag, listTagsOf, lockTags, removeTag } from './person-note.store.ts';

/** Adds a note to the person of a record. */
export async function noteOf(context: PersonContext, of: RecordRef, text: string): Promise<void> {
  const { db, clock } = context;
  const { id: authorId, permissions } = callerOf(context);
  const [{ email: address }] = await addressesOf(db, of, permissions);
  const note = { id: randomUUID(), address, text, authorId, createdAt: clock.now() };
  await addPersonNote(db, note);
  await addAudit(db, {
    at: note.createdAt,
    actorId: authorId,
    action: 'person.noted',
    subject: of.id,
    // The words stay where they can be erased.
    after: { of, note: note.id },
  });
}

/**
 * Adds a tag to the person of a record, by the address of the record, or removes it from each of their addresses.
 * Throws 400 where there are as many as there can be.
 */
export async function tag(
  context: PersonContext,
  of: RecordRef,
  { tag: name, isOn }: { tag: string; isOn: boolean },
): Promise<void> {
  const { db, clock } = context;
  const { id: actorId, permissions } = callerOf(context);
  const all = await addressesOf(db, of, permissions);
  const [{ email: address }] = all;
  const addresses = all.map(({ email }) => email);
  for (const one of addresses.toSorted()) await lockTags(db, one);
  const tags = await listTagsOf(db, addresses);
  if (tags.includes(name) === isOn) return;
  if (isOn && tags.length >= MOST_TAGS) {
    const sentence = words('You can add at most ten tags');
    throw new Fault(400, sentence, { fields: { tag: sentence } });
  }
  const now = clock.now();
  if (isOn) await addTag(db, { address, tag: name, addedAt: now });
  else await removeTag(db, addresses, name);
  await addAudit(db, {
    at: now,
    actorId,
    action: isOn ? 'person.tagged' : 'person.untagged',
    subject: of.id,
    after: { of, tag: name },
  });
}
