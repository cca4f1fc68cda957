import { randomUUID } from 'node:crypto';
import type { Site } from '../../server/testing.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import type { Batch, BatchDetail } from './batches/batch.contract.ts';
import type { AudiencePage } from './audience/audience.contract.ts';
import { runBulkMailWorker } from './batches/bulk-mail-worker.service.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
type Change = Partial<typeof unityDeclarations.$inferInsert>;

/** A site's bulk mail, as an administrator has it before them. */
export function campaignClient(site: Site, admin: Browser) {
  const send = (body: object) =>
    admin.post('/api/admin/send-bulk-email', {
      subject: 'News',
      message: 'The march has begun.',
      ...body,
    });
  return {
    /** Signatures whose signers asked for news, straight into the table, as a form takes one at a time. */
    async sign(emails: string[], change: Change = {}) {
      await site.db.insert(unityDeclarations).values(
        emails.map((email) => ({
          id: randomUUID(),
          fullName: 'Awa Diop',
          email,
          country: 'Senegal',
          wantsNews: true,
          signedAt: site.clock.now(),
          ...change,
        })),
      );
    },
    send,
    /** Queues a mail and answers its batch. Throws when it was refused. */
    async queue(recipients: string[], body: object = {}): Promise<string> {
      const answer = await send({ recipients, ...body });
      if (answer.status !== 201) throw new Error(answer.text);
      return (answer.body as { batchId: string }).batchId;
    },
    pool: async (query = '') =>
      (await admin.get(`/api/admin/mail-pool?${query}`)).body as AudiencePage,
    batch: async (id: string) =>
      (await admin.get(`/api/admin/email-batches/${id}`)).body as BatchDetail,
    batches: async () => (await admin.get('/api/admin/email-batches')).body as Batch[],
    step: (id: string, step: string) => admin.post(`/api/admin/email-batches/${id}/${step}`),
    /** What a process that works does until nothing is due. */
    work: (isStopping = () => false) =>
      runBulkMailWorker(site.context, { log: site.app.log, isStopping }),
  };
}
