import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { forgetBrowser } from '../../application/browser.store.ts';
import { browserOf, leaveBrowser } from '../../application/browser.service.ts';
import {
  forgetMyApplications,
  listMyApplications,
  saveDraft,
} from '../payer/my-applications.contract.ts';
import { saveDraftOfBrowser } from '../payer/draft.service.ts';
import { listMyApplicationsOf } from './my-applications.service.ts';

export const checkoutRoutes = [
  route(saveDraft, (ctx) => saveDraftOfBrowser(ctx, ctx.body)),
  route(listMyApplications, async (ctx) => {
    const browser = browserOf(ctx);
    return browser ? listMyApplicationsOf(ctx.db, browser, ctx.clock.now()) : [];
  }),
  route(forgetMyApplications, async (ctx) => {
    const browser = browserOf(ctx);
    if (browser) await forgetBrowser(ctx.db, browser);
    leaveBrowser(ctx);
    return {
      message: words(
        'This device no longer has your applications, but we still have them. Keep your reference.',
      ),
    };
  }),
];
