import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { addTriageNote, changeTriage, findTriage, listTriageChoices } from './triage.contract.ts';
import { noteTriage, readTriage, readTriageChoices, triage } from './triage.service.ts';

export const triageRoutes = [
  route(listTriageChoices, ({ db }) => readTriageChoices(db)),
  route(findTriage, ({ db, params, clock }) => readTriage(db, params, clock.now())),
  route(changeTriage, async (context) => {
    await triage(context, context.db, context.params, context.body);
    return { message: words('The changes are saved.') };
  }),
  route(addTriageNote, async (context) => {
    await noteTriage(context, context.db, context.params, context.body.text);
    return { message: words('The note is added.') };
  }),
];
