import { route } from '../../../../server/http/route.ts';
import { words } from '../../../../shared/words.ts';
import { submitPayment, sendTransferDetails } from './transfer.contract.ts';
import { claimedMessage, submitClaim, awaitTransfer } from './claim.service.ts';

export const transferRoutes = [
  route(sendTransferDetails, async (ctx) => {
    await awaitTransfer(ctx, ctx.body);
    return {
      message: words(
        'We are sending the details to the email address on your application. Once you have sent the money, enter its confirmation or reference number here.',
      ),
    };
  }),
  route(submitPayment, async (ctx) => {
    const { application } = await submitClaim(ctx, ctx.body);
    return {
      success: true as const,
      message: claimedMessage(ctx, application.reference),
      reference: application.reference,
    };
  }),
];
