import { randomUUID } from 'node:crypto';
import { addAudit } from '../../server/audit.store.ts';
import type { House } from '../../server/context.ts';
import { queueMail } from '../email/email.service.ts';
import type { SecondFactorChange } from '../email/second-factor-mails.contract.ts';
import { findUser } from './member.store.ts';
import { newNotMeLink } from './not-me-link.service.ts';

type Desk = Pick<House, 'db' | 'clock' | 'secrets' | 'jobs' | 'publicUrl'>;

/** To whom it was done, by whom where it was not themself, and what is told of it. */
interface Act {
  userId: string;
  actorId?: string;
  /** `second_factor.…` in the audit log. */
  action: string;
  about?: Record<string, unknown>;
}

/** Writes the audit row and answers whom to tell by mail. */
async function record(desk: Desk, { userId, actorId = userId, action, about = {} }: Act) {
  const { db, clock } = desk;
  const at = clock.now();
  const act = { actorId, action: `second_factor.${action}`, subject: userId };
  await addAudit(db, { ...act, at, after: about });
  const user = await findUser(db, userId);
  if (!user) throw new Error('An account vanished while its second factor was changed.');
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return {
    batch: `second-factor:${randomUUID()}`,
    to: { name, address: user.email },
    locale: user.locale,
    told: { name, when: at.toISOString() },
    user,
  };
}

/**
 * Puts a change of what guards an account on record, and tells its owner by mail. The record, which nothing
 * takes away, has the passkey's id; its name may name a person, and is for the mail alone.
 */
export async function recordChange(
  desk: Desk,
  userId: string,
  change: SecondFactorChange,
  passkey?: { id: string; name: string },
): Promise<void> {
  const action = change.replaceAll('-', '_');
  const about = passkey ? { passkey: passkey.id } : {};
  const { told, user, ...mail } = await record(desk, { userId, action, about });
  const template = 'second-factor-changed';
  const notMeUrl = await newNotMeLink(desk, desk.db, user);
  const props = { ...told, change, passkey: passkey?.name ?? '', notMeUrl };
  await queueMail(desk, { ...mail, template, props }, desk);
}

/** Puts on record that an administrator took every second factor off an account, and tells its owner by mail. */
export async function recordRemoval(
  desk: Desk,
  removal: { userId: string; actorId: string; had: Record<string, unknown> },
): Promise<void> {
  const { had, ...who } = removal;
  const act = { ...who, action: 'all_removed', about: { had } };
  const { told, user: _, ...mail } = await record(desk, act);
  const props = { ...told, change: 'all-removed', passkey: '', notMeUrl: '' } as const;
  await queueMail(desk, { ...mail, template: 'second-factor-changed', props }, desk);
}

/** Puts a used recovery code on record, and tells its owner by mail how many are left. */
export async function recordUsedCode(desk: Desk, userId: string, left: number): Promise<void> {
  const act = { userId, action: 'recovery_code_used', about: { left } };
  const { told, user, ...mail } = await record(desk, act);
  const props = { ...told, left, notMeUrl: await newNotMeLink(desk, desk.db, user) };
  await queueMail(desk, { ...mail, template: 'recovery-code-used', props }, desk);
}
