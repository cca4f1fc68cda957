import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { campaignCountry, firstName, lastName } from '../../shared/person.ts';
import { email, ifGiven, line, paragraph, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { AVAILABILITY } from './volunteer.rules.ts';

export const NO_PHONE = words('Please enter a valid phone number');

/**
 * Specification §5: everything but phone and experience is required. The browser checks the phone's
 * length only; the server also asks libphonenumber, which is too large for a dialog.
 */
export const VolunteerApplication = z.object({
  firstName,
  lastName,
  email: email(words('Please enter a valid email address')),
  country: campaignCountry,
  phone: ifGiven(line({ min: 6, max: 40, message: NO_PHONE })),
  skills: paragraph({
    max: 2000,
    missing: words('Please tell us what you are good at'),
    message: words('Please shorten your skills to at most 2,000 characters'),
  }),
  experience: ifGiven(
    paragraph({
      max: 2000,
      message: words('Please shorten your experience to at most 2,000 characters'),
    }),
  ),
  availability: z.enum(AVAILABILITY, words('Please choose your availability from the list')),
  motivation: paragraph({
    max: 2000,
    missing: words('Please tell us why you want to volunteer'),
    message: words('Please shorten your motivation to at most 2,000 characters'),
  }),
  wantsNews: z.optional(z.boolean()),
});

export const applyToVolunteer = endpoint({
  name: 'applyToVolunteer',
  summary: 'Apply to volunteer for the campaign',
  method: 'POST',
  path: '/api/volunteer',
  access: anyone,
  limit: 'public-form',
  plainForm: { page: '/volunteer', thanks: '/thanks/volunteer' },
  body: VolunteerApplication,
  answer: MessageAnswer,
  status: 201,
});
