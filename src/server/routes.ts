import { auditRoutes } from '../features/audit/audit.routes.ts';
import { contactRoutes } from '../features/contact/contact.routes.ts';
import { contentRoutes } from '../features/content/content.routes.ts';
import { pictureRoutes } from '../features/content/pictures/pictures.routes.ts';
import { declarationRoutes } from '../features/declaration/declaration.routes.ts';
import { donationRoutes } from '../features/donations/donations.routes.ts';
import { digestRoutes } from '../features/email/digest/digest.routes.ts';
import { draftRoutes } from '../features/email/drafts/draft.routes.ts';
import { emailConfigRoutes } from '../features/email/email-config.routes.ts';
import { heldRoutes } from '../features/email/held/held.routes.ts';
import { mailingRoutes } from '../features/email/mailing/mailing.routes.ts';
import { mailTemplateRoutes } from '../features/email/templates/templates.routes.ts';
import { fulfilmentRoutes } from '../features/fulfilment/fulfilment.routes.ts';
import { accountLinkRoutes } from '../features/members/account-link.routes.ts';
import { accountRoutes } from '../features/members/account.routes.ts';
import { memberRoutes } from '../features/members/member.routes.ts';
import { passkeyRoutes } from '../features/members/passkey.routes.ts';
import { secondFactorRoutes } from '../features/members/second-factor.routes.ts';
import { userRoutes } from '../features/members/users.routes.ts';
import { settingsRoutes } from '../features/members/settings/settings.routes.ts';
import { moderationRoutes } from '../features/messages/moderation.routes.ts';
import { ownSessionRoutes } from '../features/members/own-sessions.routes.ts';
import { cardRoutes } from '../features/payments/card/card.routes.ts';
import { checkoutRoutes } from '../features/payments/checkout.routes.ts';
import { ledgerRoutes } from '../features/payments/ledger/ledger.routes.ts';
import { chainReviewRoutes } from '../features/payments/crypto/review.routes.ts';
import { cryptoRoutes } from '../features/payments/crypto/crypto.routes.ts';
import { confirmationRoutes } from '../features/payments/manual/confirmation.routes.ts';
import { statementRoutes } from '../features/payments/manual/statement.routes.ts';
import { transferRoutes } from '../features/payments/manual/transfer.routes.ts';
import { paymentConfigRoutes } from '../features/payments/pricing/payment-config.routes.ts';
import { publicConfigRoutes } from '../features/payments/pricing/public-config.routes.ts';
import { profileRoutes } from '../features/profile/profile.routes.ts';
import { conversationRoutes } from '../features/messages/conversation.routes.ts';
import { messageRoutes } from '../features/messages/message.routes.ts';
import { partnerRoutes } from '../features/partner/partner.routes.ts';
import { personRoutes } from '../features/person/person.routes.ts';
import { retentionRoutes } from '../features/retention/retention.routes.ts';
import { siteRoutes } from '../features/site/site.routes.ts';
import { overviewRoutes } from '../features/submissions/overview/overview.routes.ts';
import { replyRoutes } from '../features/submissions/reply/reply.routes.ts';
import { signatureRoutes } from '../features/submissions/signature.routes.ts';
import { submissionRoutes } from '../features/submissions/submissions.routes.ts';
import { bulkRoutes as bulkTriageRoutes } from '../features/submissions/bulk/bulk.routes.ts';
import { triageRoutes } from '../features/submissions/triage.routes.ts';
import { trackingRoutes } from '../features/tracking/tracking.routes.ts';
import { viewRoutes } from '../features/views/view.routes.ts';
import { volunteerRoutes } from '../features/volunteer/volunteer.routes.ts';
import type { Route } from './route.ts';

/** Every call that the site answers. */
export const routes: Route[] = [
  ...contactRoutes,
  ...contentRoutes,
  ...pictureRoutes,
  ...declarationRoutes,
  ...donationRoutes,
  ...viewRoutes,
  ...volunteerRoutes,
  ...partnerRoutes,
  ...memberRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...ownSessionRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...auditRoutes,
  ...retentionRoutes,
  ...siteRoutes,
  ...moderationRoutes,
  ...profileRoutes,
  ...checkoutRoutes,
  ...cardRoutes,
  ...cryptoRoutes,
  ...chainReviewRoutes,
  ...confirmationRoutes,
  ...ledgerRoutes,
  ...statementRoutes,
  ...transferRoutes,
  ...paymentConfigRoutes,
  ...publicConfigRoutes,
  ...submissionRoutes,
  ...triageRoutes,
  ...bulkTriageRoutes,
  ...replyRoutes,
  ...overviewRoutes,
  ...personRoutes,
  ...signatureRoutes,
  ...trackingRoutes,
  ...digestRoutes,
  ...draftRoutes,
  ...heldRoutes,
  ...emailConfigRoutes,
  ...mailingRoutes,
  ...mailTemplateRoutes,
  ...fulfilmentRoutes,
  ...messageRoutes,
  ...conversationRoutes,
];
