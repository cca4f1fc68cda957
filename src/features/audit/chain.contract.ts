import * as z from 'zod/mini';
import { adminOrKey } from '../../shared/access.ts';
import { type AnswerOf, endpoint } from '../../shared/endpoint.ts';
import { instant } from '../../shared/schema.ts';

/** LIST of what can be wrong with the audit log. */
export const CHAIN_FAULTS = ['changed', 'removed', 'inserted', 'link_removed'] as const;

const Fault = z.object({
  kind: z.enum(CHAIN_FAULTS),
  /** Of the act; of `link_removed` the place in the chain. */
  id: z.number(),
});
export type ChainFault = z.output<typeof Fault>;

export const checkAuditChain = endpoint({
  name: 'checkAuditChain',
  summary:
    'Reads the audit log along its chain of hashes and says whether an act was changed, removed or put in',
  method: 'GET',
  path: '/api/admin/audit/chain',
  access: adminOrKey('audit:read'),
  answer: z.object({
    sealed: z.number(),
    waiting: z.number(),
    head: z.nullable(z.object({ position: z.number(), hash: z.string(), sealedAt: instant })),
    /** All faults; `faults` names the first of them. */
    total: z.number(),
    faults: z.array(Fault),
  }),
});
export type ChainAnswer = AnswerOf<typeof checkAuditChain>;
