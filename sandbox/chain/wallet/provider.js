// An EIP-1193 provider which behaves as the common wallets do towards a page; the money is the sandbox's.
import { confirmation } from './confirm.js';
import { payment, short } from './wording.js';

const MAINNET = 1;
const SEPOLIA = 11_155_111;
const CHAINS = { [MAINNET]: 'Ethereum', [SEPOLIA]: 'Sepolia test network' };
const KEY = 'sandbox-wallet';

const hex = (number) => `0x${number.toString(16)}`;
const refusal = (code, message, data) => Object.assign(new Error(message), { code, data });
const rejected = () => refusal(4001, 'User rejected the request.');

/**
 * @param {string} rpcUrl the node whose unlocked accounts this wallet holds
 * @param {{ chainId?: number, account?: number, autoApprove?: boolean, rejectNext?: boolean }} [wishes]
 * @returns the provider for the page, and the remote control for scripts
 */
export function sandboxProvider(rpcUrl, wishes = {}) {
  const listeners = new Map();
  // As in a real wallet, what was allowed and chosen outlives the page.
  const kept = { chainId: MAINNET, account: 0, isConnected: false, ...readKept(), ...wishes };
  const { autoApprove = false, rejectNext = false } = kept;
  const control = { autoApprove, rejectNext, requests: [] };
  let accounts;
  let connecting = false;

  const emit = (name, ...values) => {
    for (const listener of listeners.get(name) ?? []) listener(...values);
  };
  const keep = () => {
    const { chainId, account, isConnected } = kept;
    localStorage.setItem(KEY, JSON.stringify({ chainId, account, isConnected }));
  };
  const every = async () => (accounts ??= await node('eth_accounts', []));
  const allowed = async () => (kept.isConnected ? [(await every())[kept.account]] : []);

  async function node(method, params) {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).catch(() => {
      throw refusal(-32_603, 'The wallet cannot reach the network.');
    });
    const { result, error } = await answer.json();
    if (error) throw refusal(error.code, error.message, error.data);
    return result;
  }

  /** Asks the person, or the script that has answered beforehand; throws 4001 on a no. */
  async function approval(question) {
    if (control.rejectNext) {
      control.rejectNext = false;
      throw rejected();
    }
    if (control.autoApprove) return {};
    const answer = await confirmation(question);
    if (!answer) throw rejected();
    return answer;
  }

  async function connect(always) {
    if (kept.isConnected && !always) return allowed();
    if (connecting)
      throw refusal(-32_002, 'Request of type ‘wallet_requestPermissions’ already pending.');
    connecting = true;
    try {
      const all = await every();
      const answer = await approval({
        title: 'Connect with this site?',
        facts: { Site: location.origin },
        choices: [
          {
            name: 'account',
            label: 'Account',
            options: all.map((address, index) => [
              String(index),
              `${index + 1}: ${short(address)}`,
            ]),
            chosen: String(kept.account),
          },
          {
            name: 'chainId',
            label: 'Network',
            options: Object.entries(CHAINS),
            chosen: String(kept.chainId),
          },
        ],
      });
      if (answer.account) kept.account = Number(answer.account);
      kept.isConnected = true;
      if (answer.chainId) moveTo(Number(answer.chainId));
      keep();
      emit('accountsChanged', await allowed());
      return await allowed();
    } finally {
      connecting = false;
    }
  }

  function moveTo(chainId) {
    if (kept.chainId === chainId) return;
    kept.chainId = chainId;
    keep();
    emit('chainChanged', hex(chainId));
  }

  function disconnect() {
    if (!kept.isConnected) return;
    kept.isConnected = false;
    keep();
    emit('accountsChanged', []);
  }

  async function switchChain([{ chainId } = {}]) {
    const wanted = Number(chainId);
    if (!/^0x[1-9a-f][0-9a-f]*$/i.test(String(chainId)))
      throw refusal(
        -32_602,
        'Expected 0x-prefixed, unpadded, non-zero hexadecimal string ‘chainId’.',
      );
    if (!CHAINS[wanted])
      throw refusal(4902, `Unrecognized chain ID "${chainId}". Try adding the chain first.`);
    if (wanted === kept.chainId) return null;
    const facts = { From: CHAINS[kept.chainId], To: CHAINS[wanted] };
    await approval({ title: 'Switch the network?', facts });
    moveTo(wanted);
    return null;
  }

  /** Throws 4100 for an account that the page was not given. */
  async function demand(address) {
    const own = await allowed();
    if (!own.some((account) => account.toLowerCase() === String(address).toLowerCase()))
      throw refusal(
        4100,
        'The requested account and/or method has not been authorized by the user.',
      );
  }

  async function send([transaction = {}]) {
    await demand(transaction.from);
    if (transaction.chainId !== undefined && Number(transaction.chainId) !== kept.chainId)
      throw refusal(-32_602, 'The chain of the transaction is not the active one.');
    await approval({
      title: 'Pay?',
      facts: {
        ...payment(transaction),
        'From account': `${kept.account + 1}: ${short(transaction.from)}`,
        Network: CHAINS[kept.chainId],
      },
    });
    if (kept.chainId !== MAINNET)
      throw refusal(
        -32_000,
        'insufficient funds for gas * price + value: this account has nothing there',
      );
    const { chainId: _active, type: _node, ...rest } = transaction;
    return node('eth_sendTransaction', [rest]);
  }

  async function sign(method, params) {
    await demand(method === 'personal_sign' ? params[1] : params[0]);
    const account = short((await allowed())[0] ?? '');
    await approval({ title: 'Sign a message?', facts: { Account: account } });
    return node(method, params);
  }

  const permissions = async () =>
    (await allowed()).map((account) => ({
      parentCapability: 'eth_accounts',
      invoker: location.origin,
      caveats: [{ type: 'restrictReturnedAccounts', value: [account] }],
    }));

  const METHODS = {
    eth_chainId: () => hex(kept.chainId),
    net_version: () => String(kept.chainId),
    eth_accounts: allowed,
    eth_coinbase: async () => (await allowed())[0] ?? null,
    eth_requestAccounts: () => connect(false),
    wallet_requestPermissions: async () => {
      await connect(true);
      return permissions();
    },
    wallet_getPermissions: permissions,
    wallet_revokePermissions: () => {
      disconnect();
      return null;
    },
    wallet_switchEthereumChain: switchChain,
    wallet_addEthereumChain: switchChain,
    eth_sendTransaction: send,
    personal_sign: (params) => sign('personal_sign', params),
    eth_signTypedData_v4: (params) => sign('eth_signTypedData_v4', params),
  };

  const provider = {
    async request({ method, params = [] }) {
      control.requests.push(method);
      if (Object.hasOwn(METHODS, method)) return METHODS[method](params);
      if (!/^(eth|net|web3)_/.test(method))
        throw refusal(-32_601, `The method "${method}" does not exist / is not available.`);
      return node(method, params);
    },
    isConnected: () => true,
    on(name, listener) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(name, listener) {
      listeners.get(name)?.delete(listener);
      return provider;
    },
  };
  return {
    provider,
    control: Object.defineProperties(control, {
      chainId: { enumerable: true, get: () => kept.chainId, set: moveTo },
      account: {
        enumerable: true,
        get: () => kept.account,
        set(index) {
          kept.account = index;
          keep();
          if (kept.isConnected) void allowed().then((own) => emit('accountsChanged', own));
        },
      },
      disconnect: { value: disconnect },
    }),
  };
}

function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {}; // Written by somebody else: begin anew.
  }
}
