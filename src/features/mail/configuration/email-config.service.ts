import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../server/audit.store.ts';
import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { conflict } from '../../../server/http/conflict.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { ConfigType, SmtpConfig } from '../mail.rules.ts';
import { findUser } from '../../../server/user.store.ts';
import { type MailContext, notifyAdmins } from '../queue/mail-queue.service.ts';
import { saveConfig } from '../smtp/mail-server.service.ts';
import {
  activateConfig,
  findActiveConfig,
  findConfig,
  holdNotificationEmail,
  listConfigs,
  putNotificationEmail,
} from '../smtp/email-config.store.ts';
import { NOT_SAVED, SUBMISSION_PORTS } from '../smtp/smtp-config.rules.ts';

/** The administrator and the time; `db` is the caller's transaction. */
type Command = MailContext & {
  actor: { id: string; email: string };
};

/** What an administrator may see of the configurations: everything but the passwords. */
export async function showConfigs(db: Database) {
  const configs = await listConfigs(db);
  const shown = async (type: ConfigType) => {
    const found = configs.find((config) => config.type === type);
    if (!found) return null;
    const { configData, version, updatedAt, updatedBy } = found;
    const savedBy = updatedBy ? ((await findUser(db, updatedBy))?.email ?? null) : null;
    return { configData, version, savedAt: updatedAt.toISOString(), savedBy };
  };
  return {
    gmail: await shown('email_gmail'),
    alternative: await shown('email_alternative'),
    activeConfigType: configs.find(({ isActive }) => isActive)?.type ?? null,
  };
}

/** Throws 400 for a port that is none for mail. */
export function checkPort(
  { sandboxMail }: Pick<AppContext, 'sandboxMail'>,
  { smtpHost, smtpPort }: SmtpConfig,
): void {
  // The sandbox's server is exempt (gaps.md §3).
  const isSandbox = smtpHost === sandboxMail?.host && smtpPort === sandboxMail.port;
  if (isSandbox || SUBMISSION_PORTS.includes(smtpPort)) return;
  const sentence = words('Use port 587, 465 or 2525.');
  throw new Fault(400, sentence, { fields: { smtpPort: sentence } });
}

const CONFLICT = words(
  'Someone else has saved this configuration in the meantime. Please compare it with yours before you save.',
);

/** Throws 409 when the saved configuration is not the version they saw (0: none was saved). */
export async function checkVersion(
  db: Database,
  type: ConfigType,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const saved = await findConfig(db, type);
  if (seen !== (saved?.version ?? 0)) throw new Fault(409, CONFLICT);
}

/** A configuration as somebody entered it, and the version they had before them. */
interface Entered {
  type: ConfigType;
  configData: SmtpConfig;
  password: string;
  seen?: number | undefined;
}

/**
 * Saves a configuration, whose port was checked, with its password; answers its version. Throws 409, and changes
 * nothing, when the saved one is not the version they saw.
 */
export async function changeConfig(command: Command, entered: Entered): Promise<number> {
  const { db, clock, actor } = command;
  const { type, configData } = entered;
  const before = await findConfig(db, type);
  const version = await saveConfig(db, command, { ...entered, updatedBy: actor.id });
  if (version === undefined) throw new Fault(409, CONFLICT);
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: 'email_config.saved',
    subject: type,
    before: before?.configData ?? null,
    after: configData,
  });
  return version;
}

/** Makes a saved configuration the active one. Throws 404 for one that was never saved, and nothing changes. */
export async function switchConfig(command: Command, type: ConfigType): Promise<void> {
  const { db, clock, actor } = command;
  const active = await findActiveConfig(db);
  if (!(await activateConfig(db, type))) throw new Fault(404, NOT_SAVED[type]);
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: 'email_config.activated',
    subject: type,
    before: { activeConfigType: active?.type ?? null },
    after: { activeConfigType: type },
  });
}

/**
 * Where notifications go from now on; null: to every administrator. Whoever got them until now gets one mail about
 * it, as they would not notice what no longer comes. Throws 409 when they go elsewhere than was seen (`was`).
 */
export async function changeNotificationEmail(
  command: Command,
  { email, was }: { email: string | null; was?: string | null | undefined },
): Promise<void> {
  const { db, clock, actor } = command;
  const before = await holdNotificationEmail(db);
  if (was !== undefined && was !== before) throw conflict(before);
  const now = clock.now();
  if (email !== before) await notifyPreviousRecipients(command, { before, after: email });
  await putNotificationEmail(db, { notificationEmail: email, updatedBy: actor.id, updatedAt: now });
  await addAudit(db, {
    at: now,
    actorId: actor.id,
    action: 'notification_email.changed',
    before: { email: before },
    after: { email },
  });
}

/** Call it before the change: notifications still go where they went. */
async function notifyPreviousRecipients(
  command: Command,
  change: { before: string | null; after: string | null },
): Promise<void> {
  const { db, clock, actor } = command;
  const props = { ...change, changedBy: actor.email, when: clock.now().toISOString() };
  const batch = `notification-email:${randomUUID()}`;
  await notifyAdmins(
    command,
    { batch, template: 'notification-email-changed', props },
    { db, permission: 'mail:configure' },
  );
}
