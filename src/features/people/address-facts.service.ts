import type { Database } from '../../server/database/database.ts';
import type { Permission } from '../../shared/access.ts';
import { decimal } from '../../shared/money.ts';
import { shownName } from '../../shared/shown.ts';
import { listLinesOf } from '../submissions/paper/paper-signature.store.ts';
import { findSuppressed } from '../mail/suppressions/suppression.store.ts';
import { PARTS } from './person.rules.ts';
import {
  countMails,
  countNotes,
  countReportsAbout,
  findAccount,
  findSignature,
  listApplications,
  listRequests,
  sumDonations,
} from './person.store.ts';

/** Everything known of one address that these permissions read. */
export async function factsOf(db: Database, email: string, permissions: readonly Permission[]) {
  const can = (part: keyof typeof PARTS) => permissions.includes(PARTS[part]);
  const account = await findAccount(db, email);
  const applications = await listApplications(db, email);
  const signature = await findSignature(db, email);
  const onPaper = await listLinesOf(db, email);
  const requests = await listRequests(db, email);
  const named = [
    ...applications.map((one) => ({
      ...one,
      name: `${one.firstName} ${one.lastName}`,
      at: one.createdAt,
      news: one.wantsNews,
    })),
    ...requests,
    ...(signature
      ? [{ name: signature.fullName, at: signature.signedAt, news: signature.wantsNews }]
      : []),
  ].toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const ofAccount = account && can('account') ? [shownName(account)].filter(Boolean) : [];
  const countOf = (kind: string) => requests.filter((one) => one.kind === kind).length;
  const latest = named[0];
  return {
    /** For the audit log, whoever may see the account. */
    accountId: account?.id,
    names: [
      ...new Set([
        ...ofAccount,
        ...named.map(({ name }) => name),
        ...onPaper.map(({ fullName }) => fullName),
      ]),
    ],
    signature: signature
      ? {
          id: signature.id,
          country: signature.country,
          at: signature.signedAt,
          confirmedAt: signature.confirmedAt,
          invalidatedAt: signature.invalidatedAt,
        }
      : null,
    paperSignatures: onPaper.map(({ id, sheet, line, country, signedOn }) => ({
      id,
      sheet,
      line,
      country,
      signedOn,
    })),
    requests: {
      contact: countOf('contact'),
      volunteer: countOf('volunteer'),
      partner: countOf('partner'),
      notes: await countNotes(db, email),
    },
    applications: applications.map((one) => ({
      id: one.id,
      reference: one.reference,
      applicationStatus: one.applicationStatus,
      at: one.createdAt,
      payment: can('payments')
        ? {
            status: one.paymentStatus,
            plan: one.paymentPlan,
            received: decimal(one.received),
            refunded: decimal(one.refunded),
          }
        : null,
    })),
    account: account && can('account') ? accountOf(account) : null,
    donations: can('donations') ? await donationsOf(db, email) : null,
    mails: can('mails') ? await countMails(db, email) : null,
    suppression: can('mails') ? await findSuppressed(db, email) : null,
    reports: account && can('reports') ? await countReportsAbout(db, account.id) : null,
    consent: latest ? { wantsNews: latest.news, at: latest.at } : null,
  };
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
const accountOf = (account: Account) => ({
  id: account.id,
  role: account.role,
  joinedAt: account.createdAt,
  verifiedAt: account.emailVerifiedAt,
  lastSeenAt: account.lastSeenAt,
  suspendedAt: account.suspendedAt,
});

async function donationsOf(db: Database, email: string) {
  const { count, cents } = await sumDonations(db, email);
  return { count, total: decimal(cents) };
}
