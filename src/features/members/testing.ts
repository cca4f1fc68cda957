import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Site } from '../../server/testing.ts';
import type { MailProps, MailTemplate } from '../../server/mails.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';

export const ama = {
  email: 'ama@example.org',
  firstName: 'Ama',
  lastName: 'Mensah',
  password: 'kente-and-gold',
};
export const kofi = {
  email: 'kofi@example.org',
  firstName: 'Kofi',
  lastName: 'Boateng',
  password: 'adinkra-and-gold',
};

/** A phone and a computer, as they name themselves. */
export const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
export const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** A browser in which somebody has just joined. */
export async function joined(site: Site, person = ama, headers: Record<string, string> = {}) {
  const browser = site.visitor({ 'user-agent': PHONE, ...headers });
  const answer = await browser.post('/api/auth/register', person);
  expect(answer.status, answer.text).toBe(201);
  const { user } = answer.body as { user: { id: string } };
  return Object.assign(browser, { id: user.id });
}

/** A browser in which a member has logged in again. */
export async function loggedInto(
  site: Site,
  { email, password }: Pick<typeof ama, 'email' | 'password'>,
  headers: Record<string, string> = {},
) {
  const browser = site.visitor({ 'user-agent': COMPUTER, ...headers });
  const answer = await browser.post('/api/auth/login', { email, password });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}

/** What was put into the queue for an address, oldest first, opened. */
export async function mailsTo(site: Site, address: string) {
  const rows = await site.db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, address))
    .orderBy(asc(outgoingMails.createdAt));
  return rows.map(({ id, template, sealedProps, locale, state }) => ({
    template: template as MailTemplate,
    locale,
    state,
    props: JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as never,
  }));
}

/** The properties of the last mail of a kind to an address. */
export async function lastMail<T extends MailTemplate>(
  site: Site,
  address: string,
  template: T,
): Promise<MailProps[T]> {
  const found = (await mailsTo(site, address)).findLast((mail) => mail.template === template);
  if (!found) throw new Error(`No mail “${template}” waits for ${address}.`);
  return found.props;
}

/** The key in a link, which its page sends. */
export const keyIn = (url: string): string => new URL(url).hash.replace('#key=', '');

/** Keys that open nothing, whatever they are sent to. */
export const DEAD_KEYS = ['x', 'A'.repeat(43), '../../etc', "' or 1=1 --"];
