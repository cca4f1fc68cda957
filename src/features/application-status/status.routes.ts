import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { sendMyLink } from '../application/link.contract.ts';
import { saveCorrection } from './correction.service.ts';
import { stopPlan } from './plan.service.ts';
import { loadTimeline } from './timeline.service.ts';
import {
  askForLink,
  correctApplication,
  openApplication,
  readTimeline,
  stopMyPlan,
} from './status.contract.ts';
import { requestLink, findOwn, openWithKey, sendLink } from './access.service.ts';

export const statusRoutes = [
  route(openApplication, (ctx) => openWithKey(ctx, ctx.body.key)),
  route(askForLink, async (ctx) => {
    await requestLink(ctx, ctx.body);
    return {
      message: words(
        'If reference and address belong together, a link is on its way to that address. It can take some minutes; please look into the folder for spam too.',
      ),
    };
  }),
  route(sendMyLink, async (ctx) => {
    const { application } = await findOwn(ctx, ctx.params.id);
    await sendLink(ctx.db, ctx.jobs, application.id);
    return {
      message: words(
        'A link is on its way to the address of the application. It opens this page on any device.',
      ),
    };
  }),
  route(readTimeline, async (ctx) => {
    const { application } = await findOwn(ctx, ctx.params.id);
    return loadTimeline(ctx, application);
  }),
  route(correctApplication, async (ctx) => {
    const status = await saveCorrection(ctx, ctx.params.id, ctx.body.applicationData);
    return {
      message:
        status === 'in_review'
          ? words('Thank you. We have your details and go on with your application.')
          : words('Your details are saved.'),
    };
  }),
  route(stopMyPlan, async (ctx) => {
    await stopPlan(ctx, ctx.params.id);
    return {
      message: words('Your payment plan is cancelled. Nothing more is due, and we wrote to you.'),
    };
  }),
];
