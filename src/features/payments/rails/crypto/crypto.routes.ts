import { route, routeWithCommit } from '../../../../server/http/route.ts';
import { readCryptoEnvironment, requestQuote, verifyCrypto } from './crypto.contract.ts';
import { demandChain, destinationOf } from './paying-chain.service.ts';
import { giveQuote } from './quote.service.ts';
import { verifyPayment } from './verification.service.ts';

export const cryptoRoutes = [
  routeWithCommit(requestQuote, (ctx, commit) => giveQuote(ctx, ctx.body, commit)),
  routeWithCommit(verifyCrypto, (ctx, commit) => verifyPayment(ctx, ctx.body, commit)),
  route(readCryptoEnvironment, async (ctx) => {
    const chain = demandChain(ctx);
    await destinationOf(ctx.db, 'ETH');
    const relay = ctx.outside.walletRelay();
    return {
      chainId: chain.chainId,
      usdtAddress: chain.usdtAddress,
      rpcUrl: chain.pageRpcUrl ?? null,
      walletConnect: relay
        ? { projectId: relay.projectId, relayUrl: relay.relayUrl ?? null }
        : null,
      testWalletUrl: chain.testWalletUrl ?? null,
      now: ctx.clock.now().getTime(),
    };
  }),
];
