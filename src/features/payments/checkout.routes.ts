import { route } from '../../server/route.ts';
import { words } from '../../shared/words.ts';
import { forgetBrowser } from '../application/browser.store.ts';
import { browserOf, leaveBrowser } from '../application/browser.service.ts';
import {
  forgetMyApplications,
  listMyApplications,
  saveDraft,
  submitPayment,
} from './checkout.contract.ts';
import { claimedMessage, submitClaim } from './checkout.service.ts';
import { keepDraft } from './draft.service.ts';
import { listMine } from './mine.service.ts';

export const checkoutRoutes = [
  route(saveDraft, (ctx) => keepDraft(ctx, ctx.body)),
  route(submitPayment, async (ctx) => {
    const { application } = await submitClaim(ctx, ctx.body);
    return {
      success: true as const,
      message: claimedMessage(ctx, application.reference),
      reference: application.reference,
    };
  }),
  route(listMyApplications, async (ctx) => {
    const browser = browserOf(ctx);
    return browser ? listMine(ctx.db, browser, ctx.clock.now()) : [];
  }),
  route(forgetMyApplications, async (ctx) => {
    const browser = browserOf(ctx);
    if (browser) await forgetBrowser(ctx.db, browser);
    leaveBrowser(ctx);
    return {
      message: words(
        'This device no longer knows your applications. Keep your reference: they are still with us.',
      ),
    };
  }),
];
