import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { type HeldStep, listHeldMails, stepHeldMails } from './held.contract.ts';
import { readHeld, stepHeld } from './held.service.ts';

const SAID: Readonly<Record<HeldStep, string>> = {
  send: words(
    '{count, plural, =0 {Somebody has seen to these mails already.} one {# mail is on its way.} other {# mails are on their way.}}',
  ),
  drop: words(
    '{count, plural, =0 {Somebody has seen to these mails already.} one {# mail is dropped.} other {# mails are dropped.}}',
  ),
};

export const heldRoutes = [
  route(listHeldMails, (context) => readHeld(context)),
  route(stepHeldMails, async (context) => {
    const { step } = context.params;
    const count = await stepHeld(context, step, context.body.ids);
    return { message: context.translate(SAID[step], context.language, { count }), count };
  }),
];
