import { SignClient } from '@walletconnect/sign-client';

type Client = Awaited<ReturnType<typeof SignClient.init>>;
type Session = ReturnType<Client['session']['get']>;
type Proposal = ReturnType<Client['proposal']['get']>;

/** A wallet on another device, in a test: it scans the QR code's text and answers. */
export type RemoteWallet = {
  address: string;
  /** The methods that the site has asked for, in order. */
  readonly asked: string[];
  /** Takes the text of the QR code; resolves when the site is connected. */
  pair(uri: string): Promise<Session>;
  /** Refuses the next thing that it is asked, or the next of this method. */
  rejectNext(method?: string): void;
  /** Ends the session, as a person does in the wallet. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
};

const CHAIN = 'eip155:1';
/** Of any method. */
const ANY = '*';
const REJECTED = { code: 5000, message: 'User rejected.' };

/**
 * Opens a wallet which holds the n-th unlocked account of a node.
 * @param relayUrl where it meets the site, with the same project
 * @param rpcUrl the node that signs and sends for it
 */
export async function openRemoteWallet(
  { relayUrl, projectId, rpcUrl }: { relayUrl: string; projectId: string; rpcUrl: string },
  account = 0,
): Promise<RemoteWallet> {
  const accounts = (await askNode(rpcUrl, 'eth_accounts', [])) as string[];
  const address = accounts[account];
  if (!address) throw new Error(`There is no account ${account}`);

  const client = await SignClient.init({
    relayUrl,
    projectId,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: 'Remote Wallet', description: '', url: 'http://localhost', icons: [] },
    // Its own: one process holds one relay connection for each prefix.
    customStoragePrefix: crypto.randomUUID(),
  });
  // The vendor's service that knows good sites from bad ones is not asked.
  client.core.verify.resolve = async () => undefined as never;

  const asked: string[] = [];
  let topic: string | undefined;
  let unwanted: string | undefined;
  const isRefused = (method: string) => {
    const is = unwanted === ANY || unwanted === method;
    if (is) unwanted = undefined;
    return is;
  };

  client.on('session_request', ({ id, topic: where, params: { request } }) => {
    asked.push(request.method);
    const answered = isRefused(request.method)
      ? Promise.resolve({ error: REJECTED })
      : askNode(rpcUrl, request.method, request.params).then(
          (result) => ({ result }),
          (error: Error) => ({ error: { code: -32_000, message: error.message } }),
        );
    void answered.then((answer) =>
      client.respond({ topic: where, response: { id, jsonrpc: '2.0', ...answer } }),
    );
  });

  return {
    address,
    asked,
    async pair(uri) {
      const proposed = new Promise<{ id: number; params: Proposal }>((resolve) =>
        client.once('session_proposal', resolve),
      );
      await client.pair({ uri });
      const { id, params } = await proposed;
      if (isRefused('wc_sessionPropose')) {
        await client.reject({ id, reason: REJECTED });
        throw new Error('The wallet has refused');
      }
      const wanted = [params.requiredNamespaces.eip155, params.optionalNamespaces?.eip155];
      const methods = [...new Set(wanted.flatMap((space) => space?.methods ?? []))];
      const events = [...new Set(wanted.flatMap((space) => space?.events ?? []))];
      const eip155 = { accounts: [`${CHAIN}:${address}`], methods, events, chains: [CHAIN] };
      const { acknowledged } = await client.approve({ id, namespaces: { eip155 } });
      const session = await acknowledged();
      topic = session.topic;
      return session;
    },
    rejectNext(method = ANY) {
      unwanted = method;
    },
    async disconnect() {
      if (topic)
        await client.disconnect({ topic, reason: { code: 6000, message: 'Disconnected' } });
      topic = undefined;
    },
    async close() {
      client.core.heartbeat.stop();
      await client.core.relayer.transportClose();
    },
  };
}

async function askNode(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as {
    result?: unknown;
    error?: { message: string };
  };
  if (error) throw new Error(error.message);
  return result;
}
