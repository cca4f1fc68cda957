import { auditRoutes } from '../features/audit/audit.routes.ts';
import { undoRoutes } from '../features/audit/undo/undo.routes.ts';
import { contactRoutes } from '../features/contact/contact.routes.ts';
import { contentRoutes } from '../features/content/publishing/content.routes.ts';
import { pictureRoutes } from '../features/content/pictures/pictures.routes.ts';
import { declarationRoutes } from '../features/declaration/declaration.routes.ts';
import { donationRoutes } from '../features/donations/donations.routes.ts';
import { digestRoutes } from '../features/failure-digest/failure-digest.routes.ts';
import { draftRoutes, campaignRoutes } from '../features/campaigns/campaign.routes.ts';
import { welcomeRoutes } from '../features/campaigns/welcome/welcome.routes.ts';
import { emailConfigRoutes } from '../features/mail/configuration/email-config.routes.ts';
import { heldRoutes } from '../features/mail/held/held.routes.ts';

import { suppressionRoutes } from '../features/mail/suppressions/suppression.routes.ts';
import { mailTemplateRoutes } from '../features/mail/templates/templates.routes.ts';
import { fulfilmentRoutes } from '../features/fulfilment/fulfilment.routes.ts';
import { deletionRoutes } from '../features/members/deletion/deletion.routes.ts';
import { accountRoutes } from '../features/members/account/account.routes.ts';
import { loginRoutes } from '../features/members/login/login.routes.ts';
import { passwordRoutes } from '../features/members/password/password.routes.ts';
import { registrationRoutes } from '../features/members/registration/registration.routes.ts';
import { recordRoutes } from '../features/member-records/records.routes.ts';
import { countUnread, findRelation } from '../features/messages/core/conversation.store.ts';
import { PERSONAL_DATA } from './personal-data-sources.ts';
import { passkeyRoutes } from '../features/members/second-factor/passkey.routes.ts';
import { secondFactorRoutes } from '../features/members/second-factor/second-factor.routes.ts';
import { apiKeyRoutes } from '../features/members/api-keys/api-key.routes.ts';
import { administratorRoutes } from '../features/members/administrators/administrator.routes.ts';
import { invitationRoutes } from '../features/members/settings/invitation.routes.ts';
import { settingsRoutes } from '../features/members/settings/settings.routes.ts';
import { moderationRoutes } from '../features/messages/moderation/moderation.routes.ts';
import { sessionRoutes } from '../features/members/sessions/session.routes.ts';
import { cardRoutes } from '../features/payments/rails/card/card.routes.ts';
import { checkoutRoutes } from '../features/payments/checkout/checkout.routes.ts';
import { paymentAdminRoutes } from '../features/payments/admin/admin.routes.ts';
import { chainReviewRoutes } from '../features/payments/rails/crypto/review/chain-review.routes.ts';
import { treasuryRoutes } from '../features/payments/rails/crypto/treasury/treasury.routes.ts';
import { cryptoStatusRoutes } from '../features/payments/rails/crypto/status/crypto-status.routes.ts';
import { cryptoRoutes } from '../features/payments/rails/crypto/checkout/crypto.routes.ts';
import { confirmationRoutes } from '../features/payments/rails/transfer/confirmation/confirmation.routes.ts';
import { statementBookingRoutes } from '../features/payments/rails/transfer/confirmation/statement-booking.routes.ts';
import { statementRoutes } from '../features/payments/rails/transfer/statements/statement.routes.ts';
import { transferRoutes } from '../features/payments/rails/transfer/transfer.routes.ts';
import { paymentConfigRoutes } from '../features/payments/pricing/payment-config.routes.ts';
import { profileRoutes } from '../features/members/profile/profile.routes.ts';
import { blockRoutes } from '../features/messages/blocks/block.routes.ts';
import { conversationRoutes } from '../features/messages/conversation/conversation.routes.ts';
import { messageRoutes } from '../features/messages/message.routes.ts';
import { partnerRoutes } from '../features/partner/partner.routes.ts';
import { personRoutes } from '../features/people/person.routes.ts';
import { retentionRoutes } from '../features/retention/retention.routes.ts';
import { siteRoutes } from '../features/maintenance/site.routes.ts';
import { overviewRoutes } from '../features/submissions/overview/overview.routes.ts';
import { replyRoutes } from '../features/submissions/reply/reply.routes.ts';
import { paperSignatureRoutes } from '../features/submissions/paper/paper-signature.routes.ts';
import { signatureRoutes } from '../features/submissions/signatures/signature.routes.ts';
import { submissionRoutes } from '../features/submissions/list/submissions.routes.ts';
import { bulkRoutes as bulkTriageRoutes } from '../features/submissions/bulk/bulk.routes.ts';
import { triageRoutes } from '../features/submissions/triage/triage.routes.ts';
import { statusRoutes } from '../features/application-status/status.routes.ts';
import { viewRoutes } from '../features/saved-views/view.routes.ts';
import { volunteerRoutes } from '../features/volunteer/volunteer.routes.ts';
import { webhookRoutes } from '../features/webhooks/webhook.routes.ts';
import type { Route } from './http/route.ts';

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
  ...registrationRoutes,
  ...loginRoutes,
  ...sessionRoutes(countUnread),
  ...accountRoutes(PERSONAL_DATA),
  ...passwordRoutes,
  ...deletionRoutes(PERSONAL_DATA),
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...administratorRoutes,
  ...settingsRoutes,
  ...invitationRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...undoRoutes,
  ...retentionRoutes,
  ...siteRoutes,
  ...moderationRoutes,
  ...profileRoutes(findRelation),
  ...recordRoutes,
  ...checkoutRoutes,
  ...cardRoutes,
  ...cryptoRoutes,
  ...chainReviewRoutes,
  ...treasuryRoutes,
  ...cryptoStatusRoutes,
  ...confirmationRoutes,
  ...paymentAdminRoutes,
  ...statementBookingRoutes,
  ...statementRoutes,
  ...transferRoutes,
  ...paymentConfigRoutes,
  ...submissionRoutes,
  ...triageRoutes,
  ...bulkTriageRoutes,
  ...replyRoutes,
  ...overviewRoutes,
  ...personRoutes(PERSONAL_DATA),
  ...signatureRoutes,
  ...paperSignatureRoutes,
  ...statusRoutes,
  ...digestRoutes,
  ...draftRoutes,
  ...heldRoutes,
  ...emailConfigRoutes,
  ...campaignRoutes,
  ...welcomeRoutes,
  ...suppressionRoutes,
  ...mailTemplateRoutes,
  ...fulfilmentRoutes,
  ...messageRoutes,
  ...conversationRoutes,
  ...blockRoutes,
  ...webhookRoutes,
];
