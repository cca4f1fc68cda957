import { randomUUID } from 'node:crypto';
import type { output } from 'zod/v4/core';
import { addAudit } from '../../server/audit.store.ts';
import type { Database } from '../../server/database/database.ts';
import { bumpPageVersion } from '../../server/pages/page-version.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { type ConfigContext, mailEveryAdmin } from '../payments/pricing/payment-config.service.ts';
import type { createDonationLink } from './donation-link.contract.ts';
import { describeLink, donationAddress } from './donation-link.rules.ts';
import {
  addLink,
  listActiveLinks,
  lockLink,
  removeLink,
  setLink,
  type StoredLink,
} from './donation-link.store.ts';

type NewLink = output<NonNullable<(typeof createDonationLink)['body']>>;

/** Adds a link, on the page unless it says otherwise. Throws 409 where it or its address is listed already. */
export async function createLink(
  context: ConfigContext,
  { id = randomUUID(), isActive = true, ...given }: NewLink,
) {
  const now = context.clock.now();
  const link: StoredLink = {
    id,
    ...given,
    isActive,
    updatedBy: context.actor.id,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await addLink(context.db, link))) {
    const message = words('This address is listed already.');
    throw new Fault(409, message, { fields: { url: message } });
  }
  await announce(context, 'created', { after: link });
}

/** Puts a link on the page or takes it off; one that is so already is left alone. Throws 404. */
export async function switchLink(
  context: ConfigContext,
  id: string,
  isActive: boolean,
): Promise<void> {
  const before = await lockedLink(context.db, id);
  if (before.isActive === isActive) return;
  const after = {
    ...before,
    isActive,
    updatedBy: context.actor.id,
    updatedAt: context.clock.now(),
  };
  await setLink(context.db, after);
  await announce(context, 'changed', { before, after });
}

/** Deletes a link. Throws 404. */
export async function deleteLink(context: ConfigContext, id: string): Promise<void> {
  const before = await lockedLink(context.db, id);
  await removeLink(context.db, id);
  await announce(context, 'deleted', { before });
}

async function lockedLink(tx: Database, id: string): Promise<StoredLink> {
  const locked = await lockLink(tx, id);
  if (!locked) throw new Fault(404, words('This donation link does not exist.'));
  return locked;
}

/** Audit row, fresh pages, and a mail to every administrator: a link is a place where money goes (security.md §1.8). */
async function announce(
  context: ConfigContext,
  act: 'created' | 'changed' | 'deleted',
  { before, after }: { before?: StoredLink; after?: StoredLink },
): Promise<void> {
  const { db, actor, clock } = context;
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: `donation_link.${act}`,
    subject: (after ?? before)?.id ?? null,
    before: auditSnapshot(before),
    after: auditSnapshot(after),
  });
  await bumpPageVersion(db);
  await mailEveryAdmin(context, {
    what: words('Donation link'),
    isDonation: true,
    before: (say) => describeLink(before, say),
    after: (say) => describeLink(after, say),
  });
}

const auditSnapshot = (link?: StoredLink) =>
  link ? { id: link.id, name: link.name, url: link.url, isActive: link.isActive } : null;

/** What visitors are offered, newest first; an address that is no longer taken is not shown either. */
export async function loadActiveLinks(db: Database) {
  const links = await listActiveLinks(db);
  return links
    .filter(({ url }) => donationAddress(url) !== undefined)
    .map(({ id, name, url, isActive }) => ({ id, name, url, isActive }));
}
