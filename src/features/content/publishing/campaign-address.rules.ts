import * as z from 'zod/mini';
import { HIDDEN, idOf, type Overrides } from '../../../shared/content.ts';
import type { MailAddress } from '../../../shared/mail.ts';
import { email } from '../../../shared/schema.ts';
import { SITE } from '../texts/site.rules.ts';

const Answerable = email('');

/** The address for replies: the published one, else the built-in one. An invalid address does not count. */
export function campaignIn(published: Overrides): MailAddress {
  const name = published[idOf(SITE.name)];
  const address = z.safeParse(Answerable, published[idOf(SITE.contact_email)]);
  return {
    name: name === undefined || name === HIDDEN ? SITE.name.fallback : name,
    address: address.success ? address.data : SITE.contact_email.fallback,
  };
}
