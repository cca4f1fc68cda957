import { join } from 'node:path';
import type { RequestContext, Part } from '../part.ts';
import { LOOPBACK } from '../ports.ts';
import { CLIENT } from './access.ts';
import { apiRoutes } from './api.routes.ts';
import { approvalRoutes } from './approval.routes.ts';
import { openAuthority } from './authority.ts';
import { type Bank, instant } from './bank.ts';
import { openContract } from './contract.ts';
import { Delivery } from './delivery.ts';
import { panelRoutes } from './panel.routes.ts';
import { PaypalFaults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Notices, WEBHOOK_ID } from './notices.ts';
import { voidExpiredOrders } from './orders.ts';
import { type RestRoute, restServer } from './rest.ts';
import { sdkRoutes } from './sdk.routes.ts';
import { switchRoutes } from './switch.routes.ts';

const EXPIRY_CHECK_MS = 1000;

/** The PayPal part: its REST calls, its approval page, its script for the browser and its notices. */
export async function startPaypal({ dir, clock, listen, log }: RequestContext): Promise<Part> {
  const ledger = new Ledger(join(dir, 'paypal'));
  const authority = await openAuthority(join(dir, 'paypal'));
  const faults = new PaypalFaults();
  const routes: RestRoute[] = [];
  const server = restServer(routes, faults, (line) => log(`PayPal: ${line}`));
  const url = `http://${LOOPBACK}:${await listen(server, 'paypal')}`;
  const now = () => instant(clock.now());
  const notices = new Notices({ ledger, authority, url, now });
  const delivery = new Delivery(notices, log);
  const contract = openContract();
  if (!contract) log('PayPal’s schemas are absent: requests are checked less strictly');
  const bank: Bank = { url, ledger, faults, notices, delivery, now };
  routes.push(
    ...apiRoutes(bank, authority, contract),
    ...approvalRoutes(bank),
    ...sdkRoutes(),
    ...switchRoutes(bank),
  );
  delivery.start();
  const lapsing = setInterval(() => {
    ledger.transaction(() => voidExpiredOrders(bank));
    delivery.start();
  }, EXPIRY_CHECK_MS);

  return {
    routes: panelRoutes(bank),
    addresses: {
      paypal: {
        url,
        sdkUrl: `${url}/sdk/js`,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        webhookId: WEBHOOK_ID,
        ca: authority.root,
      },
    },
    async close() {
      clearInterval(lapsing);
      server.close();
      server.closeAllConnections();
      await delivery.close();
      ledger.close();
    },
  };
}
