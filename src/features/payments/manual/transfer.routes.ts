import { route } from '../../../server/route.ts';
import { words } from '../../../shared/words.ts';
import { sendTransferDetails } from './transfer.contract.ts';
import { awaitTransfer } from './transfer.service.ts';

export const transferRoutes = [
  route(sendTransferDetails, async (ctx) => {
    await awaitTransfer(ctx, ctx.body);
    return {
      message: words(
        'The details are on their way to the email address of your application. Once you have sent the money, tell us its number here.',
      ),
    };
  }),
];
