import * as z from 'zod/mini';
import { member } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { ById, instant, MessageAnswer } from '../../../shared/schema.ts';
import { Person } from './message.contract.ts';

export const blockMember = endpoint({
  name: 'blockMember',
  summary: 'Take no messages from a member any more, or again; neither can write to the other',
  method: 'PUT',
  path: '/api/members/:id/block',
  access: member,
  params: ById,
  body: z.strictObject({ blocked: z.boolean() }),
  answer: MessageAnswer,
});

export const listBlocks = endpoint({
  name: 'listBlocks',
  summary: 'Members whom the caller has blocked, the latest first',
  method: 'GET',
  path: '/api/blocks',
  access: member,
  answer: z.array(z.object({ member: Person, blockedAt: instant })),
});
