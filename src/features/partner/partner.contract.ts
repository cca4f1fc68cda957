import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { campaignCountry } from '../../shared/person.ts';
import { email, ifGiven, line, paragraph, MessageAnswer, webAddress } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { ORGANIZATION_SIZES, ORGANIZATION_TYPES, PARTNERSHIP_TYPES } from './partner.rules.ts';

/** Specification §5: everything but the organization's size and website is required. */
export const PartnerApplication = z.object({
  organizationName: line({
    max: 200,
    missing: words('Please enter the name of your organization'),
    message: words('Please shorten the name of your organization to at most 200 characters'),
  }),
  organizationType: z.enum(
    ORGANIZATION_TYPES,
    words('Please choose the type of your organization from the list'),
  ),
  organizationSize: ifGiven(
    z.enum(ORGANIZATION_SIZES, words('Please choose the size of your organization from the list')),
  ),
  country: campaignCountry,
  website: ifGiven(
    webAddress(words('Please enter a web address such as https://example.org, or leave it empty')),
  ),
  contactFirstName: line({
    max: 100,
    missing: words('Please enter the contact person’s first name'),
    message: words('Please shorten the contact person’s first name to at most 100 characters'),
  }),
  contactLastName: line({
    max: 100,
    missing: words('Please enter the contact person’s last name'),
    message: words('Please shorten the contact person’s last name to at most 100 characters'),
  }),
  contactEmail: email(words('Please enter a valid email address')),
  partnershipType: z.enum(
    PARTNERSHIP_TYPES,
    words('Please choose the type of partnership from the list'),
  ),
  proposedContribution: paragraph({
    max: 5000,
    missing: words('Please describe what your organization can offer'),
    message: words('Please shorten your proposal to at most 5,000 characters'),
  }),
  message: paragraph({
    max: 5000,
    missing: words('Please write your message'),
    message: words('Please shorten your message to at most 5,000 characters'),
  }),
  wantsNews: z.optional(z.boolean()),
});

export const proposePartnership = endpoint({
  name: 'proposePartnership',
  summary: 'Propose a partnership to the campaign as an organization',
  method: 'POST',
  path: '/api/partner',
  access: anyone,
  limit: 'public-form',
  plainForm: { page: '/partner', thanks: '/thanks/partner' },
  body: PartnerApplication,
  answer: MessageAnswer,
  status: 201,
});
