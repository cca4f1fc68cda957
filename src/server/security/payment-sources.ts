import { PAYING_PATHS, PAYPAL_STYLES, WALLET_RELAY } from '../../shared/page.ts';
import { type ExternalServices, publicRpcUrlsOf } from '../external-services.ts';

/** Sources that a document may load beside our own files, by the directive of its policy. */
export type Sources = Readonly<Record<'script' | 'style' | 'frame' | 'connect' | 'img', string[]>>;

/** https://developer.paypal.com/sdk/js/best-practices (Venmo is switched off). */
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

const originOf = (url: string) => new URL(url).origin;

/**
 * The sources for payments in the document at `path`, where rails are on; undefined for all others.
 * `takesCrypto`: an address to pay to is configured.
 */
export function paymentSources(
  path: string,
  externalServices: ExternalServices,
  takesCrypto: boolean,
): Sources | undefined {
  if (!PAYING_PATHS.includes(path)) return undefined;
  const sources: Sources = { script: [], style: [], frame: [], connect: [], img: [] };
  const card = externalServices.card();
  if (card) {
    const hosts = card.sdkUrl ? [originOf(card.sdkUrl)] : PAYPAL;
    for (const directive of ['script', 'frame', 'connect', 'img'] as const)
      sources[directive].push(...hosts);
    sources.style.push(`'nonce-${PAYPAL_STYLES}'`);
  }
  const chain = takesCrypto ? externalServices.chain() : undefined;
  if (chain) {
    const rpcUrls = chain.pageRpcUrl ? [chain.pageRpcUrl] : publicRpcUrlsOf(chain.chainId);
    sources.connect.push(...rpcUrls.map(originOf));
    if (chain.testWalletUrl) sources.script.push(originOf(chain.testWalletUrl));
    const relay = externalServices.walletRelay();
    if (relay) sources.connect.push(originOf(relay.relayUrl ?? WALLET_RELAY));
  }
  return sources;
}
