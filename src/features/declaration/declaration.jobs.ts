import * as z from 'zod/mini';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { queueMail } from '../mail/queue/mail-queue.service.ts';
import { findDeclaration } from './declaration.store.ts';
import { signatureKeyOf } from './signature-link.service.ts';
import type { AppContext } from '../../server/context.ts';

/** Jobs from before the links have none. */
const Signed = z.extend(ById, { linkId: z.optional(z.uuid()) });

export const declarationJobs = [
  job<AppContext, typeof Signed>({
    name: 'declaration-signed',
    data: Signed,
    retries: 10,
    async handle({ id, linkId }, { context }) {
      const signature = await findDeclaration(context.db, id);
      // Erased in the meantime, or signed before with this address.
      if (!signature || (linkId && signature.linkId !== linkId)) return;
      await queueMail(context, {
        batch: `declaration:${id}:${signature.linkId}`,
        to: { name: signature.fullName, address: signature.email },
        locale: signature.locale,
        template: 'declaration-signed',
        props: {
          name: signature.fullName,
          linkKey: signatureKeyOf(context.secrets, signature),
          needsConfirmation: context.settings.signaturesNeedConfirmation,
        },
      });
    },
  }),
];
