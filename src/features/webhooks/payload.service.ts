import type { Database } from '../../server/database/database.ts';
import type { EventData, WebhookDelivery } from '../../server/webhook-outbox.store.ts';
import { CURRENCY } from '../../shared/money.ts';
import type { WebhookEvent, WebhookField } from '../../shared/webhooks/events.ts';
import { findApplication } from '../application/application.store.ts';
import { findDeclaration } from '../declaration/declaration.store.ts';
import { findSuppression } from '../mail/suppressions/suppression.store.ts';
import { FIELDS_OF } from './webhook.rules.ts';

type Person = Partial<Record<'name' | 'email' | 'country', string>>;

async function findApplicant(db: Database, { id, applicationId = id }: EventData): Promise<Person> {
  const found = await findApplication(db, applicationId);
  return found ? { name: `${found.firstName} ${found.lastName}`.trim(), email: found.email } : {};
}

/** Whom each event is about, as it is known when the event is sent: an erased person is not sent. */
const PEOPLE: Record<WebhookEvent, (db: Database, data: EventData) => Promise<Person>> = {
  async 'signature.confirmed'(db, { id }) {
    const found = await findDeclaration(db, id);
    return found ? { name: found.fullName, email: found.email, country: found.country } : {};
  },
  'application.submitted': findApplicant,
  'payment.succeeded': findApplicant,
  'payment.refunded': findApplicant,
  async 'email.unsubscribed'(db, { id }) {
    const found = await findSuppression(db, id);
    return found ? { email: found.address } : {};
  },
};

const ABOUT_PEOPLE: readonly WebhookField[] = ['name', 'email', 'country'];

/** The body of a message: ids, and of the fields those that the endpoint asks for and the event has. */
export async function bodyOf(
  db: Database,
  { type, data, createdAt }: WebhookDelivery,
  fields: readonly WebhookField[],
): Promise<string> {
  const { id, applicationId, amount, method, isTest } = data;
  const wanted = FIELDS_OF[type].filter((field) => fields.includes(field));
  const person = wanted.some((field) => ABOUT_PEOPLE.includes(field))
    ? await PEOPLE[type](db, data)
    : {};
  const known = { amount, method, ...person };
  // What is empty has been erased.
  const sent = wanted.flatMap((field) => (known[field] ? [[field, known[field]]] : []));
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    // No real money has moved.
    ...(isTest ? { test: true } : {}),
    data: {
      id,
      applicationId,
      ...Object.fromEntries(sent),
      ...(wanted.includes('amount') && amount ? { currency: CURRENCY } : {}),
    },
  });
}
