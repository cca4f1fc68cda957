import { callerOf } from '../../server/context.ts';
import { answerList } from '../../server/lists/list.ts';
import { route } from '../../server/http/route.ts';
import { decimal } from '../../shared/money.ts';
import { words } from '../../shared/words.ts';
import {
  changeDonationLink,
  createDonationLink,
  deleteDonationLink,
  listDonationLinks,
  readDonationLinks,
} from './donation-link.contract.ts';
import { createLink, deleteLink, loadActiveLinks, switchLink } from './donation-link.service.ts';
import { donationLinkList } from './donation-link.store.ts';
import { deleteDonation, listDonations, recordDonation } from './donation.contract.ts';
import { dropDonation, enterDonation } from './donation.service.ts';
import { donationList } from './donation.store.ts';

export const donationRoutes = [
  route(readDonationLinks, ({ db }) => loadActiveLinks(db)),
  route(listDonationLinks, (context) =>
    answerList(context, donationLinkList, listDonationLinks.path),
  ),
  route(createDonationLink, async (ctx) => {
    await createLink({ ...ctx, actor: callerOf(ctx) }, ctx.body);
    return { message: words('Every administrator gets an email about the link.') };
  }),
  route(changeDonationLink, async (ctx) => {
    await switchLink({ ...ctx, actor: callerOf(ctx) }, ctx.params.id, ctx.body.isActive);
    return { message: words('Donation link updated.') };
  }),
  route(deleteDonationLink, async (ctx) => {
    await deleteLink({ ...ctx, actor: callerOf(ctx) }, ctx.params.id);
    return { message: words('Visitors no longer see the link.') };
  }),
  route(listDonations, async (context) => {
    const rows = await answerList(context, donationList, listDonations.path);
    return rows.map(({ amountCents, ...row }) => ({
      ...row,
      donationAmount: decimal(amountCents),
    }));
  }),
  route(recordDonation, async (ctx) => {
    await enterDonation({ ...ctx, actor: callerOf(ctx) }, ctx.body);
    return { message: words('The donation is in the list.') };
  }),
  route(deleteDonation, async (ctx) => {
    await dropDonation({ ...ctx, actor: callerOf(ctx) }, ctx.params.id);
    return { message: words('The donation is no longer in the list.') };
  }),
];
