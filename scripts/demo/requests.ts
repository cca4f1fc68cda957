import type { ContactSubmission } from '../../src/features/contact/contact.store.ts';
import type { Declaration } from '../../src/features/declaration/declaration.store.ts';
import {
  ORGANIZATION_SIZES,
  ORGANIZATION_TYPES,
  PARTNERSHIP_TYPES,
} from '../../src/features/partner/partner.rules.ts';
import type { PartnerSubmission } from '../../src/features/partner/partner.store.ts';
import { AVAILABILITY } from '../../src/features/volunteer/volunteer.rules.ts';
import type { VolunteerSubmission } from '../../src/features/volunteer/volunteer.store.ts';
import { telephoneIn } from './applications.ts';
import type { Year } from './calendar.ts';
import type { Chance } from './chance.ts';
import { CONTRIBUTION, EXPERIENCE, MOTIVATION, ORGANISATIONS, QUESTIONS, SKILLS } from './texts.ts';
import { DEMO_HOST, DEMO_MARK, type DemoPerson } from './people.ts';

interface Source {
  chance: Chance;
  year: Year;
  person: () => DemoPerson;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Signatures, each of someone else, and the people behind them. */
export function drawSignatures(
  count: number,
  { chance, year, person }: Omit<Source, 'person'> & { person: (from?: string) => DemoPerson },
): { signers: DemoPerson[]; signatures: (Declaration & { confirmedAt: Date })[] } {
  const signers: DemoPerson[] = [];
  const signatures = times(count, () => {
    const { at, country } = year.draw();
    const signer = person(country);
    signers.push(signer);
    return {
      id: chance.id(),
      fullName: `${signer.firstName} ${signer.lastName}`,
      email: signer.email,
      country: signer.campaignCountry,
      wantsNews: chance.happens(0.38),
      locale: signer.locale,
      signedAt: at,
      confirmedAt: at,
    };
  });
  return { signers, signatures };
}

/** The sender's fields of every request. */
const sender = ({ chance, year }: Source, { email, locale, campaignCountry }: DemoPerson) => ({
  id: chance.id(),
  email,
  country: campaignCountry,
  wantsNews: chance.happens(0.4),
  locale,
  createdAt: year.draw().at,
});

export const drawContacts = (count: number, source: Source): ContactSubmission[] =>
  times(count, () => {
    const who = source.person();
    return {
      ...sender(source, who),
      firstName: who.firstName,
      lastName: who.lastName,
      message: `${source.chance.pick(QUESTIONS[who.locale])}\n\n${DEMO_MARK[who.locale]}`,
    };
  });

export const drawVolunteers = (count: number, source: Source): VolunteerSubmission[] =>
  times(count, () => {
    const { chance } = source;
    const who = source.person();
    return {
      ...sender(source, who),
      firstName: who.firstName,
      lastName: who.lastName,
      phone: chance.happens(0.6) ? telephoneIn(who, chance) : null,
      skills: chance.pick(SKILLS[who.locale]),
      experience: chance.happens(0.5) ? chance.pick(EXPERIENCE[who.locale]) : null,
      availability: chance.pick(AVAILABILITY),
      motivation: `${chance.pick(MOTIVATION[who.locale])}\n\n${DEMO_MARK[who.locale]}`,
    };
  });

export const drawPartners = (count: number, source: Source): PartnerSubmission[] =>
  times(count, () => {
    const { chance } = source;
    const who = source.person();
    const { email, ...rest } = sender(source, who);
    return {
      ...rest,
      organizationName: `${chance.pick(ORGANISATIONS)}, ${who.city} (demo)`,
      contactFirstName: who.firstName,
      contactLastName: who.lastName,
      contactEmail: email,
      organizationType: chance.pick(ORGANIZATION_TYPES),
      organizationSize: chance.happens(0.8) ? chance.pick(ORGANIZATION_SIZES) : null,
      website: chance.happens(0.5) ? `https://${DEMO_HOST}/` : null,
      partnershipType: chance.pick(PARTNERSHIP_TYPES),
      proposedContribution: chance.pick(CONTRIBUTION[who.locale]),
      message: `${chance.pick(MOTIVATION[who.locale])}\n\n${DEMO_MARK[who.locale]}`,
    };
  });
