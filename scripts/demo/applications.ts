import { getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/examples.mobile';
import type { Application } from '../../src/features/application/application.store.ts';
import { REFERENCE_ALPHABET } from '../../src/features/application/application.store.ts';
import { dayOf, monthsAfter } from '../../src/features/payments/core/payment.rules.ts';
import { DEFAULT_PRICING, priceOf } from '../../src/features/payments/pricing/pricing.rules.ts';
import { CURRENCY } from '../../src/shared/money.ts';
import { NOTICE_VERSION } from '../../src/shared/notice.ts';
import { daysAfter, type Year } from './calendar.ts';
import type { Chance } from './chance.ts';
import { advance, type Purchase, refreshView } from './purchase.ts';
import { CERTAIN, drawFate, type Fate } from './fate.ts';
import { lives } from './life.ts';
import type { DemoPerson } from './people.ts';
import { codeOf } from './places.ts';
import { play } from './timeline.ts';
import type { World } from './world.ts';

/** For so many applications that were sent, one was begun and left. */
const sentPerDraft = 8;

/** So many applications that were sent, and drafts beside them, each played up to now. */
export function playApplications(
  count: number,
  { world, year, person }: { world: World; year: Year; person: () => DemoPerson },
): Purchase[] {
  const { chance, now } = world;
  const newReference = references(chance);
  const purchases: Purchase[] = [];
  const add = (who: DemoPerson, fate: Fate): Purchase => {
    const begunAt = fate.daysAgo === undefined ? year.draw().at : daysAfter(now, -fate.daysAgo);
    const purchase = openPurchase(who, fate, { begunAt, reference: newReference(), chance });
    play(lives(purchase, fate, world), now);
    advance(purchase, now);
    refreshView(purchase);
    purchases.push(purchase);
    return purchase;
  };
  const isSent = ({ application }: Purchase) => application.applicationStatus !== 'draft';
  for (let sent = 0; sent < count; ) {
    const who = person();
    if (isSent(add(who, CERTAIN[sent] ?? drawFate(chance, who)))) sent += 1;
  }
  for (
    let drafts = purchases.filter((purchase) => !isSent(purchase)).length;
    drafts < count / sentPerDraft;
  ) {
    const who = person();
    if (!isSent(add(who, { ...drawFate(chance, who), first: 'left' }))) drafts += 1;
  }
  return purchases;
}

/** The rows of an application that someone has just begun, at the built-in prices. */
function openPurchase(
  person: DemoPerson,
  { plan, hasReadNotice }: Fate,
  { begunAt, reference, chance }: { begunAt: Date; reference: string; chance: Chance },
): Purchase {
  const { amountCents, payments } = priceOf(plan, DEFAULT_PRICING);
  const [applicationId, scheduleId] = [chance.id(), chance.id()];
  const { firstName, lastName, email, city, country, locale } = person;
  const application: Application = {
    id: applicationId,
    reference,
    firstName,
    lastName,
    email,
    locale,
    dateOfBirth: birthDay(chance, begunAt),
    placeOfBirth: city,
    currentNationality: country,
    telephone: telephoneIn(person, chance),
    homeAddress: addressIn(city, locale, chance),
    paymentPlan: plan,
    paymentAmountCents: amountCents,
    paymentMethod: 'paypal',
    paypalOrderId: null,
    paymentStatus: 'pending',
    applicationStatus: 'draft',
    noticeVersion: hasReadNotice ? NOTICE_VERSION : null,
    noticeAcknowledgedAt: hasReadNotice ? begunAt : null,
    wantsNews: chance.happens(0.45),
    createdAt: begunAt,
    updatedAt: begunAt,
    submittedAt: null,
    kitReleasedAt: null,
  };
  return {
    application,
    schedule: {
      id: scheduleId,
      applicationId,
      plan,
      amountCents,
      currency: CURRENCY,
      payments,
      storedStatus: 'draft',
      kitRelease: DEFAULT_PRICING.kitRelease ?? 'first_payment',
      endedBy: null,
      pricedAt: begunAt,
      createdAt: begunAt,
      updatedAt: begunAt,
    },
    instalments: Array.from({ length: payments }, (_, index) => ({
      id: chance.id(),
      scheduleId,
      number: index + 1,
      amountCents,
      creditedCents: 0n,
      dueOn: monthsAfter(dayOf(begunAt), index),
      chargeOn: null,
      status: index === 0 ? ('due' as const) : ('scheduled' as const),
      updatedAt: begunAt,
    })),
    payments: [],
    paymentEvents: [],
    applicationEvents: [],
  };
}

/** References as the site gives them, each once. */
function references(chance: Chance): () => string {
  const given = new Set<string>();
  const alphabet = [...REFERENCE_ALPHABET];
  return () => {
    for (;;) {
      const reference = `PX-${Array.from({ length: 5 }, () => chance.pick(alphabet)).join('')}`;
      if (given.has(reference)) continue;
      given.add(reference);
      return reference;
    }
  };
}

/** MM/DD/YYYY of someone between 18 and 75. */
function birthDay(chance: Chance, now: Date): string {
  const [year = '', month = '', day = ''] = dayOf(
    daysAfter(now, -365.25 * chance.between(18, chance.happens(0.7) ? 45 : 75)),
  ).split('-');
  return `${month}/${day}/${year}`;
}

/** A number of a possible length whose middle is zeros: no telephone rings. */
export function telephoneIn({ country }: DemoPerson, chance: Chance): string {
  const start = starts.get(country) ?? startIn(country);
  return `${start}${String(chance.below(1000)).padStart(3, '0')}`;
}

/** Looked up once for each country: the numbering plans are large. */
const starts = new Map<string, string>();

function startIn(country: string): string {
  const example = getExampleNumber(codeOf(country), examples);
  if (!example) throw new Error(`No telephone number is known of ${country}.`);
  const { countryCallingCode, nationalNumber } = example;
  const zeros = '0'.repeat(Math.max(0, nationalNumber.length - 5));
  const start = `+${countryCallingCode}${nationalNumber.slice(0, 2)}${zeros}`;
  starts.set(country, start);
  return start;
}

const addressIn = (city: string, locale: string, chance: Chance): string =>
  locale === 'fr'
    ? `${1 + chance.below(180)}, rue de la Démonstration, ${city}`
    : `${1 + chance.below(180)} Demonstration ${chance.pick(['Street', 'Road', 'Close'])}, ${city}`;
