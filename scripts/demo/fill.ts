import { contactSubmissions } from '../../src/features/contact/contact.store.ts';
import { unityDeclarations } from '../../src/features/declaration/declaration.store.ts';
import { donationLinks } from '../../src/features/donations/donation-link.store.ts';
import { donations } from '../../src/features/donations/donation.store.ts';
import { emailLogs } from '../../src/features/mail/log/email-log.store.ts';
import { outgoingMails } from '../../src/features/mail/queue/outgoing-mail.store.ts';
import { users } from '../../src/server/user.store.ts';
import { conversations } from '../../src/features/messages/core/conversation.store.ts';
import { messages } from '../../src/features/messages/core/message.store.ts';
import { messageReports } from '../../src/features/messages/reports/report.store.ts';
import { partnerSubmissions } from '../../src/features/partner/partner.store.ts';
import { paymentConfig } from '../../src/features/payments/pricing/payment-config.store.ts';
import { userProfiles } from '../../src/features/members/profile/profile.store.ts';
import {
  contactNotes,
  contactTriage,
  partnerNotes,
  partnerTriage,
  volunteerNotes,
  volunteerTriage,
} from '../../src/features/submissions/triage/triage.store.ts';
import { volunteerSubmissions } from '../../src/features/volunteer/volunteer.store.ts';
import type { Database } from '../../src/server/database/database.ts';
import { playApplications } from './applications.ts';
import { writePurchases } from './write-purchases.ts';
import { daysAfter, yearUntil } from './calendar.ts';
import { chanceOf } from './chance.ts';
import { drawPaymentConfig, drawDonations, drawLink, triage } from './team-work.ts';
import { logMails, mailsOf, remindersOf } from './mails.ts';
import { drawConversations, drawMembers } from './members.ts';
import { peopleOf } from './people.ts';
import { drawContacts, drawPartners, drawSignatures, drawVolunteers } from './requests.ts';
import { addRows, refreshStatistics } from './rows.ts';
import { play } from './timeline.ts';
import { comesUnasked } from './token.ts';
import type { World } from './world.ts';

/** How much there is of everything; `applications` were sent, and there are drafts beside them. */
export interface Size {
  signatures: number;
  applications: number;
  contacts: number;
  volunteers: number;
  partners: number;
  members: number;
  donations: number;
}
export const WHOLE: Size = {
  signatures: 50_000,
  applications: 5_000,
  contacts: 1_500,
  volunteers: 800,
  partners: 500,
  members: 400,
  donations: 300,
};
/** A hundredth, and yet some of everything. */
export const SMALL: Size = {
  signatures: 500,
  applications: 50,
  contacts: 15,
  volunteers: 8,
  partners: 5,
  members: 12,
  donations: 5,
};

/** The same year for everyone; its days end with the one on which it is made. */
const seed = 54;

interface Place {
  now: Date;
  chain: World['chain'];
  /** A hash that no password fits. */
  password: string;
}

/** Fills a migrated database without people, in the caller's transaction, with a year of a campaign that never was. */
export async function fillDemo(
  tx: Database,
  size: Size,
  { now, chain, password }: Place,
): Promise<void> {
  const chance = chanceOf(seed);
  const year = yearUntil(now, chance);
  const newcomer = peopleOf(chance);
  const { signers, signatures } = drawSignatures(size.signatures, {
    chance,
    year,
    person: newcomer,
  });
  // Most people who apply, ask or join have signed; no one joins twice.
  const person = () => (chance.happens(0.6) ? chance.pick(signers) : newcomer());
  const joining = signers.values();
  const member = () => (chance.happens(0.8) && joining.next().value) || newcomer();

  const source = { chance, year, person };
  const people = drawMembers(size.members, { chance, year, person: member, password });
  const talk = drawConversations(people.members, chance, now);
  const world: World = {
    chance,
    now,
    chain,
    team: people.members.slice(0, 3).map(({ id }) => id),
    orders: [],
    quotes: [],
    onChainTransfers: [],
    shipments: [],
  };
  const purchases = playApplications(size.applications, { world, year, person });
  for (const daysAgo of [1.3, 8, 21]) play(comesUnasked(daysAfter(now, -daysAgo), world), now);
  const requests = {
    contacts: drawContacts(size.contacts, source),
    volunteers: drawVolunteers(size.volunteers, source),
    partners: drawPartners(size.partners, source),
  };

  await addRows(tx, unityDeclarations, signatures);
  await addRows(tx, contactSubmissions, requests.contacts);
  await addRows(tx, volunteerSubmissions, requests.volunteers);
  await addRows(tx, partnerSubmissions, requests.partners);
  await addRows(tx, users, people.members);
  await addRows(tx, userProfiles, people.profiles);
  await addRows(tx, messages, talk.messages);
  await addRows(tx, conversations, talk.sides);
  await addRows(tx, messageReports, talk.reports);
  for (const [own, rows, notes] of [
    [requests.contacts, contactTriage, contactNotes],
    [requests.volunteers, volunteerTriage, volunteerNotes],
    [requests.partners, partnerTriage, partnerNotes],
  ] as const) {
    const dealt = triage(own, world);
    await addRows(tx, rows, dealt.rows);
    await addRows(tx, notes, dealt.notes);
  }
  await addRows(tx, donations, drawDonations(size.donations, { ...source, ...world }));
  await addRows(tx, donationLinks, [drawLink(world)]);
  await writePurchases(tx, purchases, world);
  const sentMails = [
    ...signatures.map((one) => ({
      ...one,
      template: 'declaration-signed' as const,
      at: one.signedAt,
    })),
    ...requests.contacts.map((one) => ({
      ...one,
      template: 'contact-received' as const,
      at: one.createdAt,
    })),
    ...requests.volunteers.map((one) => ({
      ...one,
      template: 'volunteer-received' as const,
      at: one.createdAt,
    })),
    ...requests.partners.map((one) => ({
      ...one,
      email: one.contactEmail,
      template: 'partner-received' as const,
      at: one.createdAt,
    })),
    ...people.members.map((one) => ({
      ...one,
      template: 'verify-email' as const,
      at: one.createdAt,
    })),
    ...purchases.flatMap(mailsOf),
  ];
  await addRows(tx, emailLogs, logMails(sentMails, now, chance));
  await addRows(
    tx,
    outgoingMails,
    purchases.flatMap((purchase) => remindersOf(purchase, now, chance)),
  );
  await addRows(tx, paymentConfig, drawPaymentConfig(world));
  await refreshStatistics(tx);
}
