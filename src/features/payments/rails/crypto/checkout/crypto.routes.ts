import { route, routeWithCommit } from '../../../../../server/http/route.ts';
import {
  readCryptoEnvironment,
  requestQuote,
  signSender,
  verifyCrypto,
} from './crypto.contract.ts';
import { requireChain, destinationOf } from '../chain/paying-chain.service.ts';
import { createQuote } from './quote.service.ts';
import { proveSender, verifyPayment } from './verification.service.ts';

export const cryptoRoutes = [
  routeWithCommit(requestQuote, (ctx, commit) => createQuote(ctx, ctx.body, commit)),
  routeWithCommit(verifyCrypto, (ctx, commit) => verifyPayment(ctx, ctx.body, commit)),
  routeWithCommit(signSender, (ctx, commit) => proveSender(ctx, ctx.body, commit)),
  route(readCryptoEnvironment, async (ctx) => {
    const chain = requireChain(ctx);
    await destinationOf(ctx.db, 'ETH');
    const relay = ctx.externalServices.walletRelay();
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
