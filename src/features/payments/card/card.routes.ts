import { route } from '../../../server/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { readCardEnvironment } from './card.contract.ts';

export const cardRoutes = [
  route(readCardEnvironment, async ({ outside }) => {
    const card = outside.card();
    if (!card) throw new Fault(503, words('Card payment is not configured yet.'));
    return { clientId: card.clientId, environment: card.environment };
  }),
];
