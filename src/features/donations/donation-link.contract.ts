import * as z from 'zod/mini';
import { admin, anyone, adminWithRecentPassword } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { listQuery } from '../../shared/list.ts';
import { ById, instant, line, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { hasHiddenCharacter } from '../content/content.rules.ts';
import { donationAddress } from './donation-link.rules.ts';

/** Specification §5. */
export const MISSING = words('Please fill in all donation link fields.');
const BAD_ADDRESS = words(
  'Enter an address that starts with https:// and contains no user name or password, such as https://example.org/give.',
);

const address = z.pipe(
  line({ max: 500, message: BAD_ADDRESS, missing: MISSING }).check(
    z.refine((text) => text === '' || donationAddress(text) !== undefined, BAD_ADDRESS),
  ),
  z.transform((text: string) => donationAddress(text) ?? text),
);

/** In the mail that warns of a new link, a turned direction would turn its address around as well. */
const seen = z.refine<string>(
  (text) => !hasHiddenCharacter(text),
  words(
    'The name contains a hidden character, such as one that reverses the text direction. Please type it again.',
  ),
);

/** A link is public unless `isActive` is false. */
const NewLink = z.strictObject({
  /** That of a deleted link which is put back. */
  id: z.optional(z.uuid()),
  name: line({
    max: 100,
    message: words('Enter a name of at most 100 characters.'),
    missing: MISSING,
  }).check(seen),
  url: address,
  isActive: z.optional(z.boolean()),
});

/** A link as visitors follow it. */
export const PublicLink = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  isActive: z.boolean(),
});

const DonationLink = z.extend(PublicLink, {
  updatedBy: z.uuid(),
  updatedAt: instant,
});
export type DonationLink = z.output<typeof DonationLink>;

export const readDonationLinks = endpoint({
  name: 'readDonationLinks',
  summary: 'Where visitors can give money: the active donation links, newest first',
  method: 'GET',
  path: '/api/donation-links',
  access: anyone,
  answer: z.array(PublicLink),
});

export const listDonationLinks = endpoint({
  name: 'listDonationLinks',
  summary: 'Every donation link, newest first',
  method: 'GET',
  path: '/api/admin/donation-links',
  access: admin('donations:read'),
  query: listQuery(['createdAt', 'name']),
  answer: z.array(DonationLink),
});

export const createDonationLink = endpoint({
  name: 'createDonationLink',
  summary: 'Add a donation link, or put back a deleted one; visitors see it at once',
  method: 'POST',
  path: '/api/admin/donation-links',
  access: adminWithRecentPassword('payments:configure'),
  body: NewLink,
  answer: MessageAnswer,
  status: 201,
});

export const changeDonationLink = endpoint({
  name: 'changeDonationLink',
  summary: 'Put a donation link on the page or take it off',
  method: 'PUT',
  path: '/api/admin/donation-links/:id',
  access: adminWithRecentPassword('payments:configure'),
  params: ById,
  body: z.strictObject({
    isActive: z.boolean(words('Say whether the link is on the page: true or false.')),
  }),
  answer: MessageAnswer,
});

export const deleteDonationLink = endpoint({
  name: 'deleteDonationLink',
  summary: 'Delete a donation link',
  method: 'DELETE',
  path: '/api/admin/donation-links/:id',
  access: adminWithRecentPassword('payments:configure'),
  params: ById,
  answer: MessageAnswer,
});
