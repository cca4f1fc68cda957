import { softPasskey } from '../../src/features/members/testing.authenticator.ts';
import { cookieFrom } from '../../testing/visit.ts';
import { madeBy, type Seeder } from './seeder.ts';

/** The calls that any visitor can send. */
const PUBLIC_FORMS = [
  'signDeclaration',
  'sendContactRequest',
  'applyToVolunteer',
  'proposePartnership',
  'submitPayment',
] as const;
/** Not one that someone has begun. */
const NEW = { applicationId: undefined };
const members = 10;
const lettersEach = 15;
const reported = 20;

export interface Member {
  id: string;
  cookie: string;
}

/** Every form that any visitor can send, with every text. */
export async function seedAsVisitors(seeder: Seeder): Promise<void> {
  for (const name of PUBLIC_FORMS)
    for (let n = 0; n < seeder.texts.length; n++)
      await seeder.put(name, seeder.filled(name, n, name === 'submitPayment' ? NEW : {}));
  for (let n = 0; n < 5; n++) {
    await seeder.put('saveDraft', seeder.filled('saveDraft', n * 13, NEW));
    await seeder.put('createCardOrder', seeder.filled('createCardOrder', n * 17, NEW));
  }
}

/** Members with names, profiles, letters, reports and a passkey; the first of them got all the letters. */
export async function seedAsMembers(seeder: Seeder): Promise<[Member, ...Member[]]> {
  const people: Member[] = [];
  for (let n = 0; n < members; n++) {
    const fixed = { password: `baobab at noon ${n}` };
    const joined = await seeder.put(
      'registerMember',
      seeder.filled('registerMember', n * 7, fixed),
    );
    if (joined.status !== 201) throw new Error(`Joining: ${joined.status} ${joined.text}`);
    const { user } = JSON.parse(joined.text) as { user: { id: string } };
    people.push({ id: user.id, cookie: cookieFrom(joined) });
  }
  const [reader, ...others] = people as [Member, ...Member[]];
  for (const [n, { cookie }] of people.entries())
    await seeder.put('saveProfile', seeder.filled('saveProfile', n * 11, { country: '' }), {
      cookie,
    });
  for (const [n, { cookie }] of others.entries())
    for (let m = 0; m < lettersEach; m++) {
      const body = seeder.filled('sendMessage', (n + 1) * lettersEach + m, {
        recipientId: reader.id,
      });
      await seeder.put('sendMessage', body, { cookie });
    }
  const letters = await seeder.read<{ id: string }[]>('/api/messages', reader.cookie);
  for (const [n, { id }] of letters.slice(0, reported).entries())
    await seeder.put('reportMessage', seeder.filled('reportMessage', n, { reason: 'spam' }), {
      cookie: reader.cookie,
      params: { id },
    });
  await seedPasskey(seeder, reader);
  return [reader, ...others];
}

/** A passkey under a name, and under another one. */
async function seedPasskey(seeder: Seeder, person: Member): Promise<void> {
  const { cookie } = person;
  const asked = await seeder.put('requestPasskeyOptions', {}, { cookie });
  const device = softPasskey(seeder.origin);
  const response = device.create(JSON.parse(asked.text));
  const [first = '', second = ''] = seeder.short(60);
  const added = await seeder.put('addPasskey', { name: first, response }, { cookie });
  const { id } = madeBy('addPasskey', added);
  // With the first one all sessions end but this, which goes on under another key.
  person.cookie = cookieFrom(added) || cookie;
  await seeder.put('renamePasskey', { name: second }, { cookie: person.cookie, params: { id } });
}
