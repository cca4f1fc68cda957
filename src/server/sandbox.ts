import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findOrStartSandbox, type Sandbox } from '../../sandbox/client.ts';
import { hours, seconds } from '../shared/time.ts';
import { requireSameOrigin } from './security/authorize.ts';
import { check } from './http/validation.ts';
import type { movableClock } from './clock.ts';
import type { AppContext } from './context.ts';
import type { SandboxServices } from './external-services.ts';
import type { Settings } from './settings.ts';

const Advance = z.strictObject({
  advanceMs: z.int(),
  /** Jobs of the clock's hours to do at once, instead of those below. */
  jobs: z.optional(z.array(z.string()).check(z.maxLength(50))),
});
/** Jobs of every hour that ask what has come due: anyone who moves the time by hand need not wait for them. */
const HOURLY = ['dues-advance', 'due-reminders', 'card-charge'];

export const sandboxServicesOf = ({ paypal, chain, relay }: Sandbox): SandboxServices => ({
  card: {
    apiUrl: paypal.url,
    sdkUrl: paypal.sdkUrl,
    clientId: paypal.clientId,
    clientSecret: paypal.clientSecret,
    webhookId: paypal.webhookId,
    webhookAuthority: paypal.ca,
  },
  chain: {
    rpcUrls: [chain.rpcUrl, chain.secondRpcUrl],
    walletUrl: chain.walletUrl,
    exchanges: {
      coinbase: `${chain.exchangesUrl}/coinbase`,
      kraken: `${chain.exchangesUrl}/kraken`,
    },
  },
  walletRelay: { projectId: relay.projectId, relayUrl: relay.url },
});

/**
 * Finds or starts the sandbox of outside services and connects the site with it.
 * It is a process of its own: a crash of the site loses none of its data.
 */
export async function openSandbox(settings: Settings, log: (line: string) => void) {
  const sandbox = await findOrStartSandbox({
    dataDir: join(settings.dataDir, 'sandbox'),
    log,
    ...(settings.sandboxPortBase ? { portBase: settings.sandboxPortBase } : {}),
  });
  sandbox.heartbeat();
  return {
    /** Read each time: a restarted sandbox may have another address. */
    mail: {
      get host() {
        return sandbox.smtp.host;
      },
      get port() {
        return sandbox.smtp.port;
      },
      get ca() {
        return sandbox.smtp.ca;
      },
    },
    inboxUrl: sandbox.inboxUrl,
    /** For the services that are not configured. */
    sandboxServices: () => sandboxServicesOf(sandbox),
    offsetMs: await sandbox.clock.offsetMs(),
    /** PayPal's notices go to the site that listens at this address. */
    announce: (siteUrl: string) => sandbox.sendNoticesTo(`${siteUrl}/paypal/webhook`),
    /** With the site that was asked to stop; after a crash of the site it goes on. */
    stop: () => sandbox.stop(),
    /** `GET /sandbox` says where they are; `PUT /sandbox/clock` moves the time of every rule. */
    install(app: FastifyInstance, context: AppContext, clock: ReturnType<typeof movableClock>) {
      const config = { access: { who: 'anyone' } };
      app.get('/sandbox', { config }, async (request, reply) => {
        const { host, port } = sandbox.smtp;
        const chain = context.externalServices.chain();
        const facts = {
          smtp: { host, port },
          inboxUrl: sandbox.inboxUrl,
          paypalUrl: sandbox.paypal.url,
          rpcUrl: sandbox.chain.rpcUrl,
          chainId: chain?.chainId,
          usdtAddress: chain?.usdtAddress,
          relayUrl: sandbox.relay.url,
        };
        const wantsPage = String(request.headers.accept ?? '').includes('text/html');
        return wantsPage ? reply.redirect(sandbox.inboxUrl, 303) : facts;
      });
      app.put('/sandbox/clock', { config }, async (request) => {
        requireSameOrigin(request, context.publicUrl);
        const asked = check(Advance, request.body, 'body') as z.output<typeof Advance>;
        const { advanceMs, jobs } = asked;
        const offsetMs = await sandbox.clock.advance(advanceMs);
        clock.setOffset(offsetMs);
        if (jobs) for (const name of jobs) await context.jobs.send(context.db, name, {});
        else if (advanceMs >= hours(1))
          // On PostgreSQL jobs run side by side: what reads the due instalments waits for the first.
          for (const [place, name] of HOURLY.entries())
            await context.jobs.send(
              context.db,
              name,
              {},
              place === 0 ? {} : { startAfter: new Date(Date.now() + seconds(2)) },
            );
        return { offsetMs, now: clock.now().toISOString() };
      });
    },
  };
}
