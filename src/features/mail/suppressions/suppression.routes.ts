import { answerList } from '../../../server/lists/list.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import {
  addMailSuppressions,
  listMailSuppressions,
  removeMailSuppression,
} from './suppression.contract.ts';
import {
  liftSuppression,
  resubscribeAddress,
  suppress,
  unsubscribeAddress,
} from './suppression.service.ts';
import { suppressionList } from './suppression.store.ts';
import { resubscribe, unsubscribe } from './unsubscribe.contract.ts';

export const suppressionRoutes = [
  route(listMailSuppressions, (context) =>
    answerList(context, suppressionList, listMailSuppressions.path),
  ),
  route(addMailSuppressions, async (context) => {
    const { added, known, refused } = await suppress(context, context.body);
    const sentence = words(
      '{added, plural, =0 {No new addresses.} one {# address will get no more bulk email.} other {# addresses will get no more bulk email.}}',
    );
    return {
      message: context.translate(sentence, context.language, { added }),
      added,
      known,
      refused,
    };
  }),
  route(removeMailSuppression, async (context) => {
    await liftSuppression(context, context.params.id);
    return { message: words('This address can get bulk email again.') };
  }),

  route(unsubscribe, async (context) => {
    await unsubscribeAddress(context, context.query.key);
    return { message: words('You will get no more news from us.') };
  }),
  route(resubscribe, async (context) => {
    await resubscribeAddress(context, context.query.key);
    return { message: words('You will get our news again.') };
  }),
];
