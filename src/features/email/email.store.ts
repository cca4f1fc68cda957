import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import type { Database } from '../../server/database.ts';
import type { ConfigType, MailAddress, MailKind, MailState, SmtpConfig } from './email.rules.ts';

/** The queue: one row per recipient, so that whatever dies, each person's mail has a state of its own. */
export const outgoingMails = pgTable(
  'outgoing_mails',
  {
    id: uuid('id').primaryKey(),
    /** What the mail is about; a batch writes to an address once. */
    batchId: text('batch_id').notNull(),
    recipientAddress: text('recipient_address').notNull(),
    recipientName: text('recipient_name').notNull(),
    /** What is counted together, made of the recipient's mailbox, where a stranger can cause the mail: few a day. */
    repliesTo: text('replies_to'),
    replyTo: jsonb('reply_to').$type<MailAddress>(),
    template: text('template').notNull(),
    /** Sealed, as it may hold messages and one-time links; emptied when the mail has come to its end. */
    sealedProps: text('sealed_props').notNull(),
    /** Known once the mail has been written. */
    subject: text('subject'),
    locale: text('locale').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    emailType: text('email_type').notNull(),
    state: text('state').$type<MailState>().notNull(),
    attempts: integer('attempts').notNull(),
    /** When the sweep looks at it again; null when the mail has come to its end. */
    nextAttemptAt: at('next_attempt_at'),
    /** The same at every attempt, so that the recipient's server can drop a second copy. */
    messageId: text('message_id').notNull().unique(),
    error: text('error'),
    configType: text('config_type'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    sentAt: at('sent_at'),
  },
  (t) => [
    unique('outgoing_mails_once').on(t.batchId, t.recipientAddress),
    index('outgoing_mails_recipient').on(t.recipientAddress),
    index('outgoing_mails_replies')
      .on(t.repliesTo, t.createdAt)
      .where(sql`${t.repliesTo} is not null`),
    // Almost always empty, and looked at whenever somebody opens the Email tab.
    index('outgoing_mails_held')
      .on(t.createdAt, t.id)
      .where(
        sql`${t.state} = 'uncertain' and ${t.nextAttemptAt} is null and ${t.sealedProps} <> ''`,
      ),
    index('outgoing_mails_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
  ],
);

export type OutgoingMail = typeof outgoingMails.$inferSelect;

/** The send history (specification §3): one row for each mail that came to its end. */
export const emailLogs = pgTable(
  'email_logs',
  {
    id: uuid('id').primaryKey(),
    recipientEmail: text('recipient_email').notNull(),
    subject: text('subject').notNull(),
    emailType: text('email_type').notNull(),
    status: text('status').$type<'success' | 'failed'>().notNull(),
    errorMessage: text('error_message'),
    configType: text('config_type'),
    sentAt: at('sent_at').notNull(),
  },
  (t) => [
    index('email_logs_newest').on(t.sentAt, t.id),
    // Few among many: what could not be sent is found without reading what was.
    index('email_logs_failed').on(t.sentAt, t.id).where(sql`${t.status} = 'failed'`),
    index('email_logs_recipient').on(t.recipientEmail),
  ],
);

export const emailConfigs = pgTable(
  'email_configs',
  {
    type: text('type').$type<ConfigType>().primaryKey(),
    configData: jsonb('config_data').$type<SmtpConfig>().notNull(),
    /** `Secrets.seal`, bound to this row; never leaves the server. */
    sealedPassword: text('sealed_password').notNull(),
    isActive: boolean('is_active').notNull(),
    /** Rises with each saving, so that nobody overwrites what they have not seen. */
    version: integer('version').notNull().default(1),
    updatedBy: uuid('updated_by'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('email_configs_one_active').on(t.isActive).where(sql`${t.isActive}`)],
);

export type EmailConfig = typeof emailConfigs.$inferSelect;

/** One row, number 1. */
export const emailSettings = pgTable('email_settings', {
  id: smallint('id').primaryKey(),
  notificationEmail: text('notification_email'),
  /** Whether what failed is told once a day. */
  dailyDigest: boolean('daily_digest').notNull().default(true),
  updatedBy: uuid('updated_by'),
  updatedAt: at('updated_at').notNull(),
});

/** Adds a mail; false when this batch has written to this address before. */
export async function addMail(
  db: Database,
  mail: typeof outgoingMails.$inferInsert,
): Promise<boolean> {
  const added = await db
    .insert(outgoingMails)
    .values(mail)
    .onConflictDoNothing({ target: [outgoingMails.batchId, outgoingMails.recipientAddress] })
    .returning({ id: outgoingMails.id });
  return added.length > 0;
}

/**
 * How many automatic replies a mailbox was granted since then. Holds further ones back until the
 * transaction ends, so that two at once do not count the same.
 */
export async function countReplies(tx: Database, mailbox: string, since: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`);
  const [row] = await tx
    .select({ n: count() })
    .from(outgoingMails)
    .where(
      and(
        eq(outgoingMails.repliesTo, mailbox),
        gt(outgoingMails.createdAt, since),
        ne(outgoingMails.state, 'skipped'),
      ),
    );
  return row?.n ?? 0;
}

export async function findMail(db: Database, id: string): Promise<OutgoingMail | undefined> {
  const [found] = await db.select().from(outgoingMails).where(eq(outgoingMails.id, id));
  return found;
}

/** Mails to an address whose batch names one of these ids: what was written about them, oldest first. */
export async function listMailsAbout(
  db: Database,
  address: string,
  ids: readonly string[],
): Promise<OutgoingMail[]> {
  const rows = await db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, address))
    .orderBy(asc(outgoingMails.createdAt), asc(outgoingMails.id));
  return rows.filter(({ batchId }) => ids.some((id) => batchId.includes(id)));
}

/** Takes a mail for one attempt; undefined when it is in none of the states `from` (any more), or held for a person. */
export async function claimMail(
  db: Database,
  id: string,
  claim: { from: MailState[]; subject: string; configType: string; stuckAt: Date; now: Date },
): Promise<OutgoingMail | undefined> {
  const [claimed] = await db
    .update(outgoingMails)
    .set({
      state: 'sending',
      attempts: sql`${outgoingMails.attempts} + 1`,
      subject: claim.subject,
      configType: claim.configType,
      nextAttemptAt: claim.stuckAt,
      updatedAt: claim.now,
    })
    .where(
      and(
        eq(outgoingMails.id, id),
        inArray(outgoingMails.state, claim.from),
        // Of one that a restore has brought back its job says nothing.
        isNotNull(outgoingMails.nextAttemptAt),
      ),
    )
    .returning();
  return claimed;
}

/** Writes the end of attempt number `attempts`; false when a later attempt has begun meanwhile. */
export async function recordAttempt(
  db: Database,
  mail: { id: string; attempts: number },
  from: MailState[],
  values: Partial<OutgoingMail>,
): Promise<boolean> {
  const changed = await db
    .update(outgoingMails)
    .set(values)
    .where(
      and(
        eq(outgoingMails.id, mail.id),
        eq(outgoingMails.attempts, mail.attempts),
        inArray(outgoingMails.state, from),
      ),
    )
    .returning({ id: outgoingMails.id });
  return changed.length > 0;
}

/** Locks the mails whose time has come, the longest waiting first. */
export async function lockDueMails(
  db: Database,
  now: Date,
  limit: number,
): Promise<OutgoingMail[]> {
  return db
    .select()
    .from(outgoingMails)
    .where(and(isNotNull(outgoingMails.nextAttemptAt), lte(outgoingMails.nextAttemptAt, now)))
    .orderBy(asc(outgoingMails.nextAttemptAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Moves the time at which the sweep looks at these mails again. */
export async function postponeMails(
  db: Database,
  ids: string[],
  nextAttemptAt: Date,
): Promise<void> {
  if (ids.length > 0) {
    await db.update(outgoingMails).set({ nextAttemptAt }).where(inArray(outgoingMails.id, ids));
  }
}

export async function addEmailLog(db: Database, log: typeof emailLogs.$inferInsert): Promise<void> {
  await db.insert(emailLogs).values(log);
}

/** What was sent to an address since then, the newest first. */
export async function listEmailLogsTo(db: Database, address: string, since: Date) {
  return db
    .select()
    .from(emailLogs)
    .where(and(eq(emailLogs.recipientEmail, address), gte(emailLogs.sentAt, since)))
    .orderBy(desc(emailLogs.sentAt), desc(emailLogs.id));
}

export async function findActiveConfig(db: Database): Promise<EmailConfig | undefined> {
  const [active] = await db.select().from(emailConfigs).where(eq(emailConfigs.isActive, true));
  return active;
}

export async function findConfig(db: Database, type: ConfigType): Promise<EmailConfig | undefined> {
  const [found] = await db.select().from(emailConfigs).where(eq(emailConfigs.type, type));
  return found;
}

export async function listConfigs(db: Database): Promise<EmailConfig[]> {
  return db.select().from(emailConfigs).orderBy(asc(emailConfigs.type));
}

/**
 * Adds or replaces the configuration of a type; whether it is active stays as it was. Answers its version; undefined,
 * and nothing is changed, where `seen` is given and is not the version that stands there (0: none does).
 */
export async function putConfig(
  db: Database,
  config: Omit<EmailConfig, 'isActive' | 'version'>,
  seen?: number,
): Promise<number | undefined> {
  const { type: _, ...values } = config;
  const [put] = await db
    .insert(emailConfigs)
    .values({ ...config, isActive: false })
    .onConflictDoUpdate({
      target: emailConfigs.type,
      set: { ...values, version: sql`${emailConfigs.version} + 1` },
      ...(seen === undefined ? {} : { setWhere: eq(emailConfigs.version, seen) }),
    })
    .returning({ version: emailConfigs.version });
  return put?.version;
}

/** Makes one configuration the active one; false when it was never saved. Call it in a transaction. */
export async function activateConfig(db: Database, type: ConfigType): Promise<boolean> {
  // In a fixed order, so that two activations at once wait for each other instead of locking crosswise.
  await db.select().from(emailConfigs).orderBy(asc(emailConfigs.type)).for('update');
  await db.update(emailConfigs).set({ isActive: false }).where(eq(emailConfigs.isActive, true));
  const activated = await db
    .update(emailConfigs)
    .set({ isActive: true })
    .where(eq(emailConfigs.type, type))
    .returning({ type: emailConfigs.type });
  return activated.length > 0;
}

export async function findNotificationEmail(db: Database): Promise<string | null> {
  const [row] = await db.select({ email: emailSettings.notificationEmail }).from(emailSettings);
  return row?.email ?? null;
}

/** Where notifications go; nobody else changes it until the transaction ends. */
export async function holdNotificationEmail(tx: Database): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('notification_email', 0))`);
  return findNotificationEmail(tx);
}

export async function putNotificationEmail(
  db: Database,
  values: { notificationEmail: string | null; updatedBy: string | null; updatedAt: Date },
): Promise<void> {
  await db
    .insert(emailSettings)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: emailSettings.id, set: values });
}
