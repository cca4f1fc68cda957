import { checkConfigData } from '../../src/features/payments/pricing/payment-config.service.ts';
import type { ConfigType } from '../../src/features/payments/pricing/payment-config.rules.ts';
import { DEFAULT_PRICING } from '../../src/features/payments/pricing/pricing.rules.ts';
import type { paymentConfig } from '../../src/features/payments/pricing/payment-config.store.ts';
import { ADDRESS } from './token.ts';
import type { donationLinks } from '../../src/features/donations/donation-link.store.ts';
import { DONATION_METHODS } from '../../src/features/donations/donation.rules.ts';
import type { StoredDonation } from '../../src/features/donations/donation.store.ts';
import type {
  contactNotes,
  contactTriage,
} from '../../src/features/submissions/triage/triage.store.ts';
import { dayOf } from '../../src/features/payments/core/payment.rules.ts';
import { days } from '../../src/shared/time.ts';
import { inWorkingHours, type Year } from './calendar.ts';
import type { Chance } from './chance.ts';
import { DEMO_HOST, DEMO_MARK, type DemoPerson } from './people.ts';

const TAGS = ['press', 'school', 'events', 'payment', 'translation', 'local group'];
const NOTES = [
  'Answered by telephone. (Demonstration)',
  'Wants to hear from us again before the summer. (Demonstration)',
  'Sent the texts and three pictures. (Demonstration)',
];

interface TeamWork {
  chance: Chance;
  now: Date;
  team: readonly string[];
}

/** How the team has dealt with requests: nearly all that are older than some days, few of the newest. */
export function triage(
  requests: readonly { id: string; createdAt: Date }[],
  { chance, now, team }: TeamWork,
) {
  const rows: (typeof contactTriage.$inferInsert)[] = [];
  const notes: (typeof contactNotes.$inferInsert)[] = [];
  for (const { id: submissionId, createdAt } of requests) {
    const ageDays = (now.getTime() - createdAt.getTime()) / days(1);
    const changedAt = inWorkingHours(chance, createdAt, 0.1, 3);
    if (changedAt > now || !chance.happens(touchedBy(ageDays))) continue;
    const by = chance.pick(team);
    const isDone = chance.happens(ageDays > 30 ? 1 : ageDays > 6 ? 0.97 : 0.5);
    rows.push({
      submissionId,
      status: isDone ? chance.weighted({ answered: 8, closed: 2 }) : 'in_progress',
      ownerId: by,
      tags: chance.happens(0.3) ? [chance.pick(TAGS)] : [],
      version: 1,
      changedBy: by,
      changedAt,
    });
    if (chance.happens(0.2))
      notes.push({
        id: chance.id(),
        submissionId,
        text: chance.pick(NOTES),
        authorId: by,
        createdAt: changedAt,
      });
  }
  return { rows, notes };
}

/** How probably someone has taken care of a request of that age: no one is forgotten for a month. */
function touchedBy(ageDays: number): number {
  if (ageDays > 30) return 1;
  return ageDays > 6 ? 0.985 : 0.45;
}

/** Gifts as they were entered by hand. */
export function drawDonations(
  count: number,
  { chance, year, person, team }: Omit<TeamWork, 'now'> & { year: Year; person: () => DemoPerson },
): StoredDonation[] {
  return Array.from({ length: count }, () => {
    const who = person();
    const isAnonymous = chance.happens(0.2);
    const createdAt = year.draw().at;
    return {
      id: chance.id(),
      donorName: isAnonymous ? null : `${who.firstName} ${who.lastName}`,
      donorEmail: isAnonymous ? null : who.email,
      donorCountry: who.campaignCountry,
      donorPhone: null,
      amountCents: BigInt(chance.pick([10, 15, 20, 25, 50, 50, 100, 250])) * 100n,
      paymentMethod: chance.pick(DONATION_METHODS),
      message: DEMO_MARK[who.locale],
      isAnonymous,
      receivedOn: dayOf(createdAt),
      recordedBy: chance.pick(team),
      createdAt,
    };
  });
}

/** A page to give at that no visitor is shown. */
export const drawLink = ({ chance, now, team }: TeamWork): typeof donationLinks.$inferInsert => ({
  id: chance.id(),
  name: 'Give (demonstration)',
  url: `https://${DEMO_HOST}/give`,
  isActive: false,
  updatedBy: chance.pick(team),
  createdAt: now,
  updatedAt: now,
});

/** What the demonstration sells for how much, and where Zelle, bank and crypto payments go: to no one. */
export function drawPaymentConfig({
  chance,
  now,
  team,
}: TeamWork): (typeof paymentConfig.$inferInsert)[] {
  const configs: [ConfigType, object][] = [
    ['zelle', { email: `zelle@${DEMO_HOST}`, phone: '+1 202 555 0143' }],
    [
      'bank',
      {
        bankName: 'Demo Bank (invented)',
        accountName: 'One Africa Passport (demonstration)',
        accountNumber: '000123456789',
        routingNumber: '000000000',
      },
    ],
    ['crypto', { ethereumAddress: ADDRESS }],
    ['pricing', DEFAULT_PRICING],
  ];
  return configs.map(([configType, data]) => ({
    id: chance.id(),
    configType,
    configData: checkConfigData(configType, data),
    isActive: true,
    updatedBy: chance.pick(team),
    createdAt: now,
    updatedAt: now,
  }));
}
