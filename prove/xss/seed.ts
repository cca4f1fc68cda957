import { openManualRails } from '../../testing/visit.ts';
import type { Smtp } from '../../testing/smtp.ts';
import { seedMails, seedRefusals } from './mail.ts';
import { seedDestinations, seedMoney } from './money.ts';
import { seedContent, seedInLists, seedPauses } from './admin-texts.ts';
import { seedPictures } from './pictures.ts';
import { seedAsMembers, seedAsVisitors } from './people.ts';
import type { Seeder } from './seeder.ts';

export interface Seeded {
  /** The cookie of the member who got all the letters. */
  reader: string;
  /** Panels of the dashboard with such texts that no link leads to. */
  panels: string[];
  /** Of texts that say what a picture shows: their numbers. */
  pictures: number[];
}

/** Plants all of them in every field of every form, as visitors, members and administrators; answers where they went. */
export async function seed(seeder: Seeder, smtp: Smtp): Promise<Seeded> {
  await openManualRails(seeder.origin, seeder.admin);
  await seedAsVisitors(seeder);
  const members = await seedAsMembers(seeder);
  await seedContent(seeder);
  const pictures = await seedPictures(seeder);
  const request = await seedInLists(seeder, members);
  const applications = await seedMoney(seeder);
  await seedMails(seeder);
  await seedRefusals(seeder, smtp);
  await seedDestinations(seeder);
  await seedPauses(seeder);
  const batches = await seeder.read<{ id: string }[]>('/api/admin/email-batches');
  return {
    reader: members[0].cookie,
    pictures,
    panels: [
      `/admin/contact?open=${request}`,
      `/admin/person?of=contact.${request}`,
      ...applications.map((id) => `/admin/payments/application?id=${id}`),
      ...batches.slice(0, 3).map(({ id }) => `/admin/email/bulk?batch=${id}`),
      // The audit log is open at acts of which texts were written down.
      '/admin/settings/log?open=5',
    ],
  };
}
