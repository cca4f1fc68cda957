import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { type HeldStep, listHeldMails, stepHeldMails } from './held.contract.ts';
import { readHeld, stepHeld } from './held.service.ts';

const SAID: Readonly<Record<HeldStep, string>> = {
  send: words(
    '{count, plural, =0 {Someone has already dealt with these emails.} one {# email is on its way.} other {# emails are on their way.}}',
  ),
  drop: words(
    '{count, plural, =0 {Someone has already dealt with these emails.} one {# email was discarded.} other {# emails were discarded.}}',
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
