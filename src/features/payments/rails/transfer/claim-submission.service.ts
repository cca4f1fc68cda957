import type { RequestContext } from '../../../../server/context.ts';
import { words } from '../../../../shared/words.ts';
import type { Application } from '../../../application/application.store.ts';
import type { PaymentSubmission } from './claim-submission.contract.ts';
import { selectApplication } from '../../payer/application-selection.service.ts';
import { type DraftContext, isDraft } from '../../payer/draft.service.ts';
import { NUMBER_FIELD, parseClaimNumber } from './transfer.rules.ts';
import { claimPayment } from './claim.service.ts';
import { listClaims } from './claim.store.ts';

/**
 * Takes the number of a transfer for this browser's application; makes the application first where there is none.
 * Answers the application and whether the claim is new. Throws 400, 404 and 409 as sentences for the payer.
 */
export async function submitClaim(
  desk: DraftContext & Pick<RequestContext<never>, 'jobs' | 'settings'>,
  body: PaymentSubmission,
): Promise<{ application: Application; isNew: boolean }> {
  const { paymentMethod: rail, paymentData, applicationId, applicationData } = body;
  const { plan, review = false, instalment } = paymentData;
  const number = paymentData[NUMBER_FIELD[rail]] ?? '';
  const { application } = await selectApplication(
    desk,
    { applicationId, applicationData, plan },
    async () => {
      const claims = await listClaims(desk.db, rail, number);
      return ({ id, reference }) =>
        parseClaimNumber(number, reference).kind === 'own' ||
        claims.some((claim) => claim.application.id === id);
    },
  );
  const { payment, isNew } = await claimPayment(desk.db, {
    application,
    rail,
    number,
    instalment,
    review,
    at: desk.clock.now(),
    isTest: desk.settings.sandbox,
  });
  if (isNew) {
    if (isDraft(application))
      await desk.jobs.send(desk.db, 'application-submitted', { id: application.id });
    await desk.jobs.send(desk.db, 'claim-received', { id: payment.id });
  }
  return { application, isNew };
}

/** What the payer reads after a claim, first time or again. */
export const claimedMessage = (
  { translate, language }: Pick<RequestContext<never>, 'translate' | 'language'>,
  reference: string,
) =>
  translate(
    words(
      'We check it by hand and write to you when your payment has been found. Your reference is {reference}.',
    ),
    language,
    { reference },
  );
