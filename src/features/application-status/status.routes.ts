import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { sendMyLink } from '../application/link.contract.ts';
import { saveCorrection } from './correction.service.ts';
import { payMonthly, payOff, stopPlan } from './plan.service.ts';
import { loadTimeline } from './timeline.service.ts';
import {
  askForLink,
  correctApplication,
  openApplication,
  payMyPlanMonthly,
  payOffMyPlan,
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
        'If the reference and the address match, we are sending a link to that address. It can take a few minutes. Please check your spam folder too.',
      ),
    };
  }),
  route(sendMyLink, async (ctx) => {
    const { application } = await findOwn(ctx, ctx.params.id);
    await sendLink(ctx.db, ctx.jobs, application.id);
    return {
      message: words(
        'We are sending a link to the email address in your application. It opens this page on any device.',
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
          ? words('Thank you. We have your details and will continue with your application.')
          : words('Your details are saved.'),
    };
  }),
  route(payOffMyPlan, async (ctx) => {
    const { number } = await payOff(ctx, ctx.params.id);
    return {
      message: words('You can now pay the rest at once. Nothing is charged automatically.'),
      instalment: number,
    };
  }),
  route(payMyPlanMonthly, async (ctx) => {
    await payMonthly(ctx, ctx.params.id);
    return { message: words('You continue with monthly payments.') };
  }),
  route(stopMyPlan, async (ctx) => {
    await stopPlan(ctx, ctx.params.id);
    return {
      message: words('Nothing more is due. We are sending you an email to confirm it.'),
    };
  }),
];
