import { job } from '../../server/queue.ts';
import { ById } from '../../shared/schema.ts';
import { queueMail } from '../email/email.service.ts';
import { findDeclaration } from './declaration.store.ts';
import type { House } from '../../server/context.ts';

export const declarationJobs = [
  job<House, typeof ById>({
    name: 'declaration-signed',
    data: ById,
    retries: 10,
    async handle({ id }, { services: house }) {
      const signature = await findDeclaration(house.db, id);
      if (!signature) return; // erased in the meantime
      await queueMail(house, {
        batch: `declaration:${id}`,
        to: { name: signature.fullName, address: signature.email },
        locale: signature.locale,
        template: 'declaration-signed',
        props: { name: signature.fullName },
      });
    },
  }),
];
