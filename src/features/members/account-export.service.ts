import type { Database } from '../../server/database.ts';
import type { Place } from '../../server/page.store.ts';
import { listSessionsOf } from '../../server/session.store.ts';
import { shownName } from '../../shared/shown.ts';
import { listEmailLogsTo } from '../email/email-log.store.ts';
import { listBlocksOf } from '../messages/block.store.ts';
import { listMessagesOf } from '../messages/message-page.store.ts';
import { listReportsBy } from '../messages/report.store.ts';
import { findProfile } from '../profile/profile.store.ts';
import type { Part, Row } from './account-export.rules.ts';
import {
  applicationRows,
  claimRows,
  paymentRows,
  signatureRows,
} from './account-records.service.ts';
import { deviceOf } from './device.rules.ts';
import type { UserRow } from './member.store.ts';
import { describeSecondFactor } from './second-factor.service.ts';

/** A part of the data: one row, or as many as there are, read while they are written. */
export interface Portion {
  part: Part;
  isOne: boolean;
  rows(): AsyncIterable<Row>;
}

const messagesAtOnce = 200;

/**
 * Everything that is kept about a member, part by part. Of other people only the names that the member
 * has seen on our pages; no hash, no key, no note of an administrator's.
 */
export function portionsOf(db: Database, user: UserRow): Portion[] {
  const many = (part: Part, read: () => Promise<Row[]>): Portion => ({
    part,
    isOne: false,
    rows: () => eachOf(read),
  });
  const one = (part: Part, read: () => Promise<Row[]>): Portion => ({
    ...many(part, read),
    isOne: true,
  });
  return [
    one('account', async () => [accountRow(user)]),
    one('security', async () => {
      const { totp, recoveryCodesLeft } = await describeSecondFactor(db, user.id);
      return [{ usesAuthenticatorApp: totp, recoveryCodesLeft }];
    }),
    many('passkeys', async () =>
      (await describeSecondFactor(db, user.id)).passkeys.map(({ id: _, ...passkey }) => passkey),
    ),
    many('sessions', async () =>
      (await listSessionsOf(db, user.id)).map(({ sess, createdAt, lastSeenAt, expire }) => ({
        ...deviceOf(sess.userAgent),
        userAgent: sess.userAgent,
        createdAt,
        lastSeenAt,
        expiresAt: expire,
      })),
    ),
    one('profile', () => profileRows(db, user.id)),
    { part: 'messages', isOne: false, rows: () => messagesOf(db, user.id) },
    many('blocked', async () =>
      (await listBlocksOf(db, user.id)).map(({ member, blockedAt }) => ({
        name: shownName(member),
        blockedAt,
      })),
    ),
    many('reports', () => reportRows(db, user.id)),
    many('applications', () => applicationRows(db, user)),
    many('payments', () => paymentRows(db, user)),
    many('signatures', () => signatureRows(db, user)),
    many('claims', () => claimRows(db, user.id)),
    many('mails', () => mailRows(db, user)),
  ];
}

async function* eachOf(read: () => Promise<Row[]>): AsyncIterable<Row> {
  yield* await read();
}

const accountRow = (user: UserRow): Row => ({
  id: user.id,
  email: user.email,
  emailVerifiedAt: user.emailVerifiedAt,
  firstName: user.firstName,
  lastName: user.lastName,
  language: user.locale,
  isAdministrator: user.isAdmin,
  wantsMessageMail: user.messageMail,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  lastSeenAt: user.lastSeenAt,
  suspendedAt: user.suspendedAt,
  suspendedFor: user.suspendedFor,
});

/** Of the time before the address was proved they may have been somebody else's, whoever has it now. */
async function mailRows(db: Database, { email, emailVerifiedAt }: UserRow): Promise<Row[]> {
  if (!emailVerifiedAt) return [];
  const sent = await listEmailLogsTo(db, email, emailVerifiedAt);
  return sent.map(({ subject, status, sentAt }) => ({ subject, status, sentAt }));
}

async function profileRows(db: Database, userId: string): Promise<Row[]> {
  const profile = await findProfile(db, userId);
  if (!profile) return [];
  const { country, city, bio, interests, isPublic, createdAt, updatedAt } = profile;
  return [{ country, city, bio, interests, isPublic, createdAt, updatedAt }];
}

async function* messagesOf(db: Database, userId: string): AsyncIterable<Row> {
  let after: Place | undefined;
  do {
    const page = await listMessagesOf(db, userId, { after, limit: messagesAtOnce });
    for (const { sender, recipient, subject, content, isRead, createdAt } of page.rows) {
      const isWritten = sender.id === userId;
      yield {
        direction: isWritten ? 'written' : 'received',
        with: shownName(isWritten ? recipient : sender) || null,
        subject,
        content,
        isRead,
        sentAt: createdAt,
      };
    }
    after = page.next;
  } while (after);
}

async function reportRows(db: Database, userId: string): Promise<Row[]> {
  return (await listReportsBy(db, userId)).map((report) => ({
    reason: report.reason,
    note: report.note,
    subject: report.subject,
    content: report.content,
    sentAt: report.sentAt,
    reportedAt: report.createdAt,
    resolvedAt: report.resolvedAt,
  }));
}
