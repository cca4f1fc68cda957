import { SEALED_MAILS } from '../features/mail/queue/mail-queue.service.ts';
import { SEALED_PASSWORDS } from '../features/mail/smtp/mail-server.service.ts';
import { SEALED_CODES } from '../features/members/second-factor/second-factor.service.ts';
import { SEALED_APPS } from '../features/members/second-factor/totp.service.ts';
import { SEALED_ACCOUNTS } from '../features/payments/rails/card/renewals/vault.service.ts';
import { SEALED_WEBHOOK_SECRETS } from '../features/webhooks/endpoint.service.ts';
import { SEALED_ANSWERS } from './http/idempotency.ts';
import type { SealedColumn } from './sealed-column.ts';

/** LIST of the columns that are encrypted with APP_SECRET, for `npm run reencrypt` and the check at the start. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_PASSWORDS,
  SEALED_APPS,
  SEALED_CODES,
  SEALED_ACCOUNTS,
  SEALED_MAILS,
  SEALED_WEBHOOK_SECRETS,
  SEALED_ANSWERS,
];
