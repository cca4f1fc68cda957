import { beforeAll, expect, test, vi } from 'vitest';
import type { Sandbox } from '../../client.ts';
import { start } from '../../testing.ts';
import { CONTRACTS, chainOf, type TestChain } from '../testing.ts';

type Provider = {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
  on(name: string, listener: (value: unknown) => void): void;
  removeListener(name: string, listener: (value: unknown) => void): void;
};
type Wallet = {
  provider: Provider;
  info: { name: string; icon: string; rdns: string };
  control: {
    autoApprove: boolean;
    rejectNext: boolean;
    chainId: number;
    account: number;
    disconnect(): void;
  };
};

let sandbox: Sandbox;
let chain: TestChain;
beforeAll(async () => {
  sandbox = await start();
  chain = chainOf(sandbox);
  await chain.mining('manual');
});

/** Loads the script as a page does; `stored` is what an earlier page of the same site has left. */
async function load(wishes: object = {}, stored = new Map<string, string>()): Promise<Wallet> {
  const answer = await fetch(sandbox.chain.walletUrl);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const page = Object.assign(new EventTarget(), { sandboxWallet: wishes });
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  const found: Pick<Wallet, 'provider' | 'info'>[] = [];
  page.addEventListener('eip6963:announceProvider', (event) =>
    found.push((event as CustomEvent).detail),
  );
  // A window of its own for each page: the globals that the script uses come as arguments.
  const globals = {
    window: page,
    globalThis: {},
    localStorage: storage,
    location: { origin: 'http://localhost:3000' },
    document: {},
  };
  new Function(...Object.keys(globals), await answer.text())(...Object.values(globals));
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  expect(found).toHaveLength(2); // Once by itself, once when it was asked.
  return { ...found[1]!, control: page.sandboxWallet as Wallet['control'] };
}
const ask = ({ provider }: Wallet, method: string, ...params: unknown[]) =>
  provider.request({ method, params });

test('it announces itself by EIP-6963, with a name and a picture', async () => {
  const { info } = await load();
  expect(info).toMatchObject({
    name: 'Sandbox Wallet',
    icon: expect.stringMatching(/^data:image/),
  });
});

test('a page gets the account when it may, keeps it over a reload and gives it back', async () => {
  const stored = new Map<string, string>();
  const wallet = await load({ autoApprove: true, account: 2 }, stored);
  const listener = vi.fn();
  wallet.provider.on('accountsChanged', listener);
  expect(await ask(wallet, 'eth_accounts')).toEqual([]);
  const own = [(await chain.account(2)).toLowerCase()];
  expect(await ask(wallet, 'eth_requestAccounts')).toEqual(own);
  expect(listener).toHaveBeenLastCalledWith(own);
  const again = await load({}, stored);
  expect(await ask(again, 'eth_accounts')).toEqual(own);
  expect(await ask(again, 'wallet_getPermissions')).toMatchObject([
    { parentCapability: 'eth_accounts' },
  ]);
  await ask(again, 'wallet_revokePermissions', { eth_accounts: {} });
  expect(await ask(again, 'eth_accounts')).toEqual([]);
  expect(await ask(await load({}, stored), 'eth_accounts')).toEqual([]);
});

test('a no is 4001, once, and leaves nothing allowed', async () => {
  const wallet = await load({ autoApprove: true, rejectNext: true });
  await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
  expect(await ask(wallet, 'eth_accounts')).toEqual([]);
  expect(await ask(wallet, 'eth_requestAccounts')).toHaveLength(1);
});

test('it starts on another network on request, switches when asked, and knows only two', async () => {
  const wallet = await load({ autoApprove: true, chainId: 11_155_111 });
  const listener = vi.fn();
  wallet.provider.on('chainChanged', listener);
  expect(await ask(wallet, 'eth_chainId')).toBe('0xaa36a7');
  await expect(
    ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x89' }),
  ).rejects.toMatchObject({ code: 4902 });
  wallet.control.rejectNext = true;
  await expect(ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject(
    { code: 4001 },
  );
  expect(listener).not.toHaveBeenCalled();
  expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x1' })).toBeNull();
  expect(listener).toHaveBeenCalledExactlyOnceWith('0x1');
  expect(await ask(wallet, 'eth_chainId')).toBe('0x1');
});

test('it pays ETH and USDT from the account that the page was given, and from no other', async () => {
  const wallet = await load({ autoApprove: true });
  const to = '0x00000000000000000000000000000000000000a1';
  const from = (await chain.account(0)).toLowerCase();
  const pay = (transaction: object) => ask(wallet, 'eth_sendTransaction', transaction);
  await expect(pay({ from, to, value: '0x7' })).rejects.toMatchObject({ code: 4100 });
  await ask(wallet, 'eth_requestAccounts');
  await expect(pay({ from: await chain.account(1), to })).rejects.toMatchObject({ code: 4100 });
  const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${'9'.padStart(64, '0')}`;
  const hashes = [
    await pay({ from, to, value: '0x7', chainId: '0x1' }),
    await pay({ from, to: CONTRACTS.usdt, data }),
  ];
  await chain.mine();
  expect((await chain.transfersTo(to)).map(({ txHash, units }) => [txHash, units])).toEqual([
    [hashes[0], '7'],
    [hashes[1], '9'],
  ]);
});

test('an error of the node is passed on unchanged, and on the wrong network there is no money', async () => {
  const wallet = await load({ autoApprove: true, account: 3 });
  const [from] = (await ask(wallet, 'eth_requestAccounts')) as string[];
  const pay = (value: string) => ask(wallet, 'eth_sendTransaction', { from, to: from, value });
  await expect(pay(`0x${(10n ** 24n).toString(16)}`)).rejects.toThrow(/[Ii]nsufficient funds/);
  wallet.control.chainId = 11_155_111;
  await expect(pay('0x1')).rejects.toThrow(/insufficient funds/);
  await expect(
    ask(wallet, 'eth_sendTransaction', { from, to: from, chainId: '0x1' }),
  ).rejects.toMatchObject({ code: -32_602 });
  await expect(ask(wallet, 'wallet_watchAsset')).rejects.toMatchObject({ code: -32_601 });
});

test('another account of the person is sent to a connected page only', async () => {
  const wallet = await load({ autoApprove: true });
  const listener = vi.fn();
  wallet.provider.on('accountsChanged', listener);
  wallet.control.account = 4;
  await ask(wallet, 'eth_accounts');
  expect(listener).not.toHaveBeenCalled();
  await ask(wallet, 'eth_requestAccounts');
  wallet.control.account = 5;
  const fifth = [(await chain.account(5)).toLowerCase()];
  await vi.waitFor(() => expect(listener).toHaveBeenLastCalledWith(fifth));
  wallet.provider.removeListener('accountsChanged', listener);
  wallet.control.disconnect();
  expect(listener).toHaveBeenLastCalledWith(fifth);
});
