import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { queueMail } from '../mail/queue/mail-queue.service.ts';
import { findDeclaration } from './declaration.store.ts';
import type { AppContext } from '../../server/context.ts';

export const declarationJobs = [
  job<AppContext, typeof ById>({
    name: 'declaration-signed',
    data: ById,
    retries: 10,
    async handle({ id }, { context }) {
      const signature = await findDeclaration(context.db, id);
      if (!signature) return; // erased in the meantime
      await queueMail(context, {
        batch: `declaration:${id}`,
        to: { name: signature.fullName, address: signature.email },
        locale: signature.locale,
        template: 'declaration-signed',
        props: { name: signature.fullName },
      });
    },
  }),
];
