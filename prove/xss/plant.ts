import { safeParse } from 'zod/v4/core';
import { KNOWN_TEXTS } from '../../src/features/content/known-texts.rules.ts';
import { LONGEST_TAG, MOST_TAGS } from '../../src/features/submissions/triage.rules.ts';
import { routes } from '../../src/server/routes.ts';
import type { AnyEndpoint } from '../../src/shared/endpoint.ts';
import { chanceFrom } from '../fuzz/random.ts';
import { sampleOf } from '../fuzz/sample.ts';
import { addressOf, cookieFrom, openManualRails, send } from '../visit.part.ts';

/** What any visitor can send. */
const PUBLIC_FORMS = [
  'signDeclaration',
  'sendContactRequest',
  'applyToVolunteer',
  'proposePartnership',
  'submitPayment',
] as const;
const members = 10;
const lettersEach = 15;

const routeOf = (name: string): AnyEndpoint => {
  const found = routes.find(({ endpoint }) => endpoint.name === name);
  if (!found) throw new Error(`There is no route ${name}.`);
  return found.endpoint;
};

type Holder = Record<string, unknown>;

/** A body with the text in every field that takes it. */
function bodyWith(name: string, text: string, n: number, fixed: Holder = {}): Holder {
  const schema = routeOf(name).body;
  if (!schema) throw new Error(`${name} has no body.`);
  const chance = chanceFrom(n);
  let body: Holder | undefined;
  for (let tries = 0; tries < 100 && !body; tries++) {
    const sample = Object.assign(sampleOf(schema, chance, n * 100 + tries) as Holder, fixed);
    if (safeParse(schema, sample).success) body = sample;
  }
  if (!body) throw new Error(`No sound body was found for ${name}.`);
  const holders = [body, ...Object.values(body).filter((value) => typeof value === 'object')];
  for (const holder of holders as Holder[])
    for (const [field, value] of Object.entries(holder ?? {})) {
      if (typeof value !== 'string' || Object.hasOwn(fixed, field)) continue;
      holder[field] = text;
      if (!safeParse(schema, body).success) holder[field] = `https://example.org/${text}`;
      if (!safeParse(schema, body).success) holder[field] = value;
    }
  return body;
}

export interface Planted {
  /** How many fields hold one of the texts by now, by call. */
  fields: Map<string, number>;
  /** The cookie of the member who got all the letters. */
  reader: string;
  /** Rooms of the dashboard with such texts that no link leads to. */
  rooms: string[];
}

/** Plants all of them in every field of every form, as visitors, members and administrators; answers where they went. */
export async function plant(
  origin: string,
  admin: string,
  texts: readonly string[],
): Promise<Planted> {
  const textOf = (n: number) => texts[n % texts.length] as string;
  const filled = (name: string, n: number, fixed?: Holder) => bodyWith(name, textOf(n), n, fixed);
  const planted = new Map<string, number>();
  const put = async (name: string, body: Holder, more: { cookie?: string; path?: string } = {}) => {
    const { method, path } = routeOf(name);
    const answer = await send(origin, {
      method: method as 'POST',
      path,
      body,
      from: addressOf(planted.size * 100_000 + (planted.get(name) ?? 0) + 1),
      ...more,
    });
    if (answer.status < 300) {
      const holding = JSON.stringify(body).split('ran(').length - 1;
      planted.set(name, (planted.get(name) ?? 0) + holding);
    }
    return answer;
  };

  await openManualRails(origin, admin);
  for (const name of PUBLIC_FORMS)
    for (let n = 0; n < texts.length; n++) await put(name, filled(name, n));

  const people: { id: string; cookie: string }[] = [];
  for (let n = 0; n < members; n++) {
    const body = filled('registerMember', n * 7, { password: `baobab at noon ${n}` });
    const joined = await put('registerMember', body);
    if (joined.status !== 201) throw new Error(`Joining: ${joined.status} ${joined.text}`);
    const { user } = JSON.parse(joined.text) as { user: { id: string } };
    people.push({ id: user.id, cookie: cookieFrom(joined) });
  }
  const [reader] = people as [{ id: string; cookie: string }];
  for (const [n, { cookie }] of people.entries()) {
    await put('saveProfile', filled('saveProfile', n * 11, { country: '' }), { cookie });
    for (let m = 0; n > 0 && m < lettersEach; m++)
      await put(
        'sendMessage',
        filled('sendMessage', n * lettersEach + m, { recipientId: reader.id }),
        {
          cookie,
        },
      );
  }
  const letters = await send(origin, {
    method: 'GET',
    path: '/api/messages',
    cookie: reader.cookie,
  });
  const { path } = routeOf('reportMessage');
  for (const [n, { id }] of (JSON.parse(letters.text) as { id: string }[]).slice(0, 20).entries())
    await put('reportMessage', filled('reportMessage', n, { reason: 'spam' }), {
      cookie: reader.cookie,
      path: path.replace(':id', id),
    });

  for (const [n, { section, key }] of KNOWN_TEXTS.entries()) {
    const text = { section, key, value: textOf(n), language: 'en' };
    await put('publishContent', text, { cookie: admin });
  }
  for (let n = 0; n < texts.length; n++) {
    const url = `https://example.org/${n}?${encodeURIComponent(textOf(n))}`;
    await put('createDonationLink', filled('createDonationLink', n, { url }), { cookie: admin });
    await put('recordDonation', filled('recordDonation', n), { cookie: admin });
  }
  // The last one stands in the dashboard; none becomes active, so that mail goes on its way.
  for (let n = 0; n < 5; n++)
    await put('saveEmailConfig', filled('saveEmailConfig', n, { smtpPass: 'baobab at noon' }), {
      cookie: admin,
    });
  // Notes and tags of one request, which its dialog shows.
  const requests = await send(origin, { method: 'GET', path: '/api/admin/contact', cookie: admin });
  const [{ id }] = JSON.parse(requests.text) as [{ id: string }];
  const at = (name: string) => routeOf(name).path.replace(':kind', 'contact').replace(':id', id);
  for (let n = 0; n < texts.length; n++)
    await put('addTriageNote', { text: textOf(n) }, { cookie: admin, path: at('addTriageNote') });
  const tags = texts.filter((text) => text.length <= LONGEST_TAG && !/\p{Cc}/u.test(text));
  await put(
    'changeTriage',
    { status: 'new', ownerId: null, tags: tags.slice(0, MOST_TAGS), version: 0 },
    { cookie: admin, path: at('changeTriage') },
  );
  // The audit log is open at an act of which texts were written down.
  const rooms = [`/admin/contact?open=${id}`, '/admin/settings', '/admin/settings/log?open=5'];
  return { fields: planted, reader: reader.cookie, rooms };
}
