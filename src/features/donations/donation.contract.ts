import * as z from 'zod/mini';
import { admin, adminOrKey } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { listQuery } from '../../shared/list.ts';
import { cents, decimal, isAmount } from '../../shared/money.ts';
import { fieldsOf } from '../../shared/record.ts';
import {
  ById,
  email,
  ifGiven,
  instant,
  line,
  paragraph,
  MessageAnswer,
} from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { DONATION_METHODS } from './donation.rules.ts';

const highestCents = 10_000_000_000n;
const NOT_AN_AMOUNT = words('Enter the amount in dollars, such as 25.00.');
const isDonation = (given: string | number) =>
  isAmount(given) && cents(given) > 0n && cents(given) <= highestCents;
/** Dollars, as a JSON number or decimal string; kept as "25.00". */
const donationAmount = z.pipe(
  z
    .union([z.number(), z.string().check(z.trim())], NOT_AN_AMOUNT)
    .check(z.refine(isDonation, NOT_AN_AMOUNT)),
  z.transform((given: string | number) =>
    isDonation(given) ? decimal(cents(given)) : String(given),
  ),
);

const NOT_A_DAY = words('Enter the date the money arrived.');
/** The campaign is younger; the year 0 is one that PostgreSQL does not know. */
const oldestDay = '2020-01-01';
const NAMELESS = words('Enter the donor’s name, or say that the donor stays anonymous.');
const TOO_LONG = words('This is too long.');

const isNamed = (donation: unknown) => {
  const { donorName, isAnonymous } = fieldsOf(donation);
  return isAnonymous === true || donorName !== undefined;
};

/** A donation entered by an administrator: only an anonymous donor needs no name. */
export const NewDonation = z
  .strictObject({
    donorName: ifGiven(
      line({ max: 200, message: words('Enter a name of at most 200 characters.') }),
    ),
    donorEmail: ifGiven(email(words('Please enter a valid email address'))),
    donorCountry: ifGiven(line({ max: 100, message: TOO_LONG })),
    donorPhone: ifGiven(line({ max: 40, message: words('Please enter a valid phone number') })),
    donationAmount,
    paymentMethod: z._default(
      z.enum(DONATION_METHODS, words('Choose how the money arrived.')),
      'credit_card',
    ),
    message: ifGiven(paragraph({ max: 2000, message: TOO_LONG })),
    isAnonymous: z._default(z.boolean(), false),
    /** Today unless it is said. */
    receivedOn: z.optional(
      z.iso.date(NOT_A_DAY).check(z.refine((day) => day >= oldestDay, NOT_A_DAY)),
    ),
  })
  // Together with what else is wrong, and not only once the rest is right.
  .check(z.refine(isNamed, { message: NAMELESS, path: ['donorName'], when: () => true }));

const Donation = z.object({
  id: z.uuid(),
  donorName: z.nullable(z.string()),
  donorEmail: z.nullable(z.string()),
  donorCountry: z.nullable(z.string()),
  donorPhone: z.nullable(z.string()),
  /** A decimal string in USD. */
  donationAmount: z.string(),
  paymentMethod: z.enum(DONATION_METHODS),
  message: z.nullable(z.string()),
  /** The donor is named only within the team. */
  isAnonymous: z.boolean(),
  /** YYYY-MM-DD. */
  receivedOn: z.string(),
  createdAt: instant,
});
export type Donation = z.output<typeof Donation>;

export const listDonations = endpoint({
  name: 'listDonations',
  summary: 'Donations, newest first',
  method: 'GET',
  path: '/api/admin/donations',
  access: adminOrKey('donations:read'),
  query: listQuery(['createdAt', 'receivedOn', 'donationAmount']),
  answer: z.array(Donation),
});

export const recordDonation = endpoint({
  name: 'recordDonation',
  summary: 'Enter a donation by hand',
  method: 'POST',
  path: '/api/admin/donations',
  access: admin('donations:manage'),
  body: NewDonation,
  answer: MessageAnswer,
  status: 201,
});

export const deleteDonation = endpoint({
  name: 'deleteDonation',
  summary: 'Delete a donation that was entered by mistake',
  method: 'DELETE',
  path: '/api/admin/donations/:id',
  access: admin('donations:manage'),
  params: ById,
  answer: MessageAnswer,
});
