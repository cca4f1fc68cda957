import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Client, Broker } from './broker.ts';

const topic = z.string().min(1).max(200);
const Topic = z.object({ topic });
const Topics = z.object({ topics: z.array(topic).max(500) });
const Message = z.object({
  topic,
  message: z.string(),
  ttl: z.number().optional(),
  tag: z.number().optional(),
});
const Messages = z.object({ messages: z.array(Message).max(500) });
const Proposal = z.object({ pairingTopic: topic, sessionProposal: z.string() });
const Approval = z.object({
  pairingTopic: topic,
  sessionTopic: topic,
  sessionProposalResponse: z.string(),
  sessionSettlementRequest: z.string(),
});

// Numbers of the protocol, by which wallets tell apart what is sealed.
const PROPOSAL_TAG = 1100;
const PROPOSAL_RESPONSE_TAG = 1101;
const SETTLEMENT_TAG = 1102;

type Method = (broker: Broker, client: Client, params: unknown) => unknown;
const method =
  <T>(
    shape: z.ZodType<T>,
    answer: (broker: Broker, client: Client, params: T) => unknown,
  ): Method =>
  (broker, client, params) =>
    answer(broker, client, shape.parse(params));

/** The relay's calls (Relay API of WalletConnect 2). Throws `ZodError` for parameters that they do not know. */
export const METHODS: Readonly<Record<string, Method>> = {
  irn_publish: method(Message, (broker, client, message) => {
    broker.publish(client, message);
    return true;
  }),
  irn_batchPublish: method(Messages, (broker, client, { messages }) => {
    for (const message of messages) broker.publish(client, message);
    return true;
  }),
  irn_subscribe: method(Topic, (broker, client, { topic }) => subscribed(broker, client, topic)),
  irn_batchSubscribe: method(Topics, (broker, client, { topics }) =>
    topics.map((topic) => subscribed(broker, client, topic)),
  ),
  irn_unsubscribe: method(Topic, (broker, client, { topic }) => {
    broker.unsubscribe(client, topic);
    return true;
  }),
  irn_fetchMessages: method(Topic, (broker, _client, { topic }) => ({
    messages: broker.fetch(topic),
    hasMore: false,
  })),
  irn_batchFetchMessages: method(Topics, (broker, _client, { topics }) => ({
    messages: topics.flatMap((topic) => broker.fetch(topic)),
    hasMore: false,
  })),
  // Both send what is inside them, and the sender listens from then on without asking for it.
  wc_proposeSession: method(Proposal, (broker, client, { pairingTopic, sessionProposal }) => {
    subscribed(broker, client, pairingTopic);
    broker.publish(client, { topic: pairingTopic, message: sessionProposal, tag: PROPOSAL_TAG });
    return true;
  }),
  wc_approveSession: method(Approval, (broker, client, approval) => {
    subscribed(broker, client, approval.sessionTopic);
    broker.publish(client, {
      topic: approval.pairingTopic,
      message: approval.sessionProposalResponse,
      tag: PROPOSAL_RESPONSE_TAG,
    });
    broker.publish(client, {
      topic: approval.sessionTopic,
      message: approval.sessionSettlementRequest,
      tag: SETTLEMENT_TAG,
    });
    return true;
  }),
};

/** Listens, and names the subscription by its topic. */
function subscribed(broker: Broker, client: Client, topic: string): string {
  broker.subscribe(client, topic);
  return subscriptionId(topic);
}

/** The same for everyone: nothing is unsubscribed by it. */
export const subscriptionId = (topic: string): string =>
  createHash('sha256').update(topic).digest('hex');
