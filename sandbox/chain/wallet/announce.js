// Makes the wallet known to the page (EIP-6963), and to scripts as `window.sandboxWallet`. What stands there before
// this script runs, say `{ autoApprove: true, chainId: 11155111 }`, are wishes for the beginning.
import { sandboxProvider } from './provider.js';

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Crect width="32" height="32" rx="6" fill="%2322244f"/%3E%3Cpath d="M6 11h18a2 2 0 0 1 2 2v10H8a2 2 0 0 1-2-2z" fill="%23d9982b"/%3E%3Ccircle cx="21" cy="17" r="2" fill="%2322244f"/%3E%3C/svg%3E';

const { provider, control } = sandboxProvider(globalThis.sandboxRpcUrl, window.sandboxWallet);
window.sandboxWallet = control;

const info = Object.freeze({
  uuid: crypto.randomUUID(),
  name: 'Sandbox Wallet',
  icon: ICON,
  rdns: 'localhost.sandbox.wallet',
});
const detail = Object.freeze({ info, provider });
const announce = () =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
window.addEventListener('eip6963:requestProvider', announce);
announce();
