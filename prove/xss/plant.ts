import { openManualRails } from '../../testing/visit.ts';
import type { Smtp } from '../../testing/smtp.ts';
import { plantMails, plantRefusals } from './mail.ts';
import { plantDestinations, plantMoney } from './money.ts';
import { plantContent, plantInLists, plantPauses } from './office.ts';
import { plantPictures } from './pictures.ts';
import { plantAsMembers, plantAsVisitors } from './people.ts';
import type { Planter } from './planter.ts';

export interface Planted {
  /** The cookie of the member who got all the letters. */
  reader: string;
  /** Rooms of the dashboard with such texts that no link leads to. */
  rooms: string[];
  /** Of texts that say what a picture shows: their numbers. */
  pictures: number[];
}

/** Plants all of them in every field of every form, as visitors, members and administrators; answers where they went. */
export async function plant(planter: Planter, smtp: Smtp): Promise<Planted> {
  await openManualRails(planter.origin, planter.admin);
  await plantAsVisitors(planter);
  const members = await plantAsMembers(planter);
  await plantContent(planter);
  const pictures = await plantPictures(planter);
  const request = await plantInLists(planter, members);
  const applications = await plantMoney(planter);
  await plantMails(planter);
  await plantRefusals(planter, smtp);
  await plantDestinations(planter);
  await plantPauses(planter);
  const batches = await planter.read<{ id: string }[]>('/api/admin/email-batches');
  return {
    reader: members[0].cookie,
    pictures,
    rooms: [
      `/admin/contact?open=${request}`,
      `/admin/person?of=contact.${request}`,
      ...applications.map((id) => `/admin/payments/application?id=${id}`),
      ...batches.slice(0, 3).map(({ id }) => `/admin/email/bulk?batch=${id}`),
      // The audit log is open at acts of which texts were written down.
      '/admin/settings/log?open=5',
    ],
  };
}
