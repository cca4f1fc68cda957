import { vi } from 'vitest';

/** The first account that every development chain has. */
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const HASH = `0x${'ab'.repeat(32)}`;

type Request = { method: string; params?: readonly unknown[] };

/** A browser wallet with set answers (EIP-1193) that announces its name (EIP-6963). */
export function announceWallet(name: string) {
  const requests: Request[] = [];
  const listeners = new Map<string, Set<(...given: unknown[]) => void>>();
  const emit = (event: string, ...given: unknown[]) => {
    for (const hear of listeners.get(event) ?? []) hear(...given);
  };
  let isConnected = false;
  let chainId = '0x1';
  /** What it answers; a test changes single ones. */
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => chainId,
    eth_accounts: () => (isConnected ? [ACCOUNT] : []),
    eth_requestAccounts() {
      isConnected = true;
      return [ACCOUNT];
    },
    wallet_requestPermissions() {
      isConnected = true;
      return [{ caveats: [{ value: [ACCOUNT] }] }];
    },
    wallet_revokePermissions() {
      isConnected = false;
      return null;
    },
    wallet_switchEthereumChain(params) {
      chainId = (params[0] as { chainId: string }).chainId;
      emit('chainChanged', chainId);
      return null;
    },
    eth_getBalance: () => '0x8ac7230489e80000',
    eth_call: () => `0x${(10n ** 12n).toString(16).padStart(64, '0')}`,
    eth_sendTransaction: () => HASH,
    eth_blockNumber: () => '0x10',
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
  };
  const provider = {
    async request(request: Request) {
      requests.push(request);
      const answer = answers[request.method];
      if (!answer) throw Object.assign(new Error('Unsupported'), { code: -32_601 });
      return answer(request.params ?? []);
    },
    on(event: string, hear: (...given: unknown[]) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(hear));
      return provider;
    },
    removeListener(event: string, hear: (...given: unknown[]) => void) {
      listeners.get(event)?.delete(hear);
      return provider;
    },
  };
  const rdns = `test.${name.toLowerCase().replaceAll(' ', '-')}`;
  const info = { uuid: crypto.randomUUID(), name, icon: 'data:image/svg+xml,%3Csvg/%3E', rdns };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener('eip6963:requestProvider', announce);
  return {
    requests,
    answers,
    sent: () => requests.filter(({ method }) => method === 'eth_sendTransaction'),
    moveTo(id: number) {
      chainId = `0x${id.toString(16)}`;
      emit('chainChanged', chainId);
    },
    rejects(method: string, code = 4001, message = 'User rejected the request.') {
      const before = answers[method];
      answers[method] = () => {
        throw Object.assign(new Error(message), { code });
      };
      return () => {
        if (before) answers[method] = before;
      };
    },
    announce,
    remove: () => window.removeEventListener('eip6963:requestProvider', announce),
  };
}

/** A clock for the page that a test moves; promises go on as ever. */
export const moveTimers = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
