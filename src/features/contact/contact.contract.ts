import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { campaignCountry, firstName, lastName } from '../../shared/person.ts';
import { email, paragraph, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';

/** Specification §5: everything is required and the country comes from the 54 + 5. */
export const ContactRequest = z.object({
  firstName,
  lastName,
  email: email(words('Please enter a valid email address')),
  country: campaignCountry,
  message: paragraph({
    max: 5000,
    missing: words('Please write your message'),
    message: words('Please shorten your message to at most 5,000 characters'),
  }),
  wantsNews: z.optional(z.boolean()),
});

export const sendContactRequest = endpoint({
  name: 'sendContactRequest',
  summary: 'Ask the organisers for information',
  method: 'POST',
  path: '/api/contact',
  access: anyone,
  limit: 'public-form',
  plainForm: { page: '/contact', thanks: '/thanks/contact' },
  body: ContactRequest,
  answer: MessageAnswer,
  status: 201,
});
