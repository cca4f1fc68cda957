import { z } from 'zod';
import { json, type Route, seeOther } from '../control.ts';
import { page } from '../page.ts';
import type { Bank } from './bank.ts';
import { act } from './actions.ts';
import { panelPage } from './panel.pages.ts';
import { FAULTS, type FaultMode } from './faults.ts';

const Order = z.enum(['sent', 'reversed', 'shuffled', 'held']);
const Copies = z.coerce.number().int().min(1).max(200);
const HookChange = z.strictObject({
  url: z
    .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|localhost|\[::1\])$/ })
    .nullable()
    .optional(),
  order: Order.optional(),
  copies: Copies.optional(),
});
const Details = z.strictObject({
  amount: z.string().max(20).optional(),
  reason: z.string().max(255).optional(),
  lifecycle: z.enum(['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']).optional(),
  channel: z.enum(['INTERNAL', 'EXTERNAL']).optional(),
});
const ActionForm = z.strictObject({ action: z.string(), id: z.string() });
const OrderForm = z.strictObject({ order: Order, copies: Copies });
const FaultForm = z.strictObject({
  mode: z.enum(['none', ...Object.keys(FAULTS)] as ['none', ...FaultMode[]]),
  count: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(1)])
    .optional(),
});

/** PayPal as a page, and the switches that need the sandbox's token: where notices go, and the actions of others. */
export function panelRoutes(bank: Bank): Route[] {
  return [
    {
      method: 'GET',
      path: '/paypal',
      handle: ({ url }) =>
        page({ ...panelPage(bank, url.searchParams.get('live') === '1'), place: '/paypal' }),
    },
    {
      method: 'POST',
      path: '/paypal/actions',
      async handle(call) {
        const { action, id } = await call.form(ActionForm);
        act(bank, action, id);
        return seeOther('/paypal');
      },
    },
    {
      method: 'POST',
      path: '/paypal/order',
      async handle(call) {
        bank.notices.setHook(await call.form(OrderForm));
        bank.delivery.start();
        return seeOther('/paypal');
      },
    },
    {
      method: 'POST',
      path: '/paypal/broken',
      async handle(call) {
        const { mode, count } = await call.form(FaultForm);
        bank.faults.set(mode === 'none' ? [] : [{ mode, ...(count && { count }) }]);
        return seeOther('/paypal');
      },
    },
    { method: 'GET', path: '/paypal/webhook', handle: () => json(bank.notices.hook) },
    {
      method: 'PUT',
      path: '/paypal/webhook',
      async handle(call) {
        const { url, order, copies } = await call.json(HookChange);
        const hook = bank.notices.setHook({
          ...(url !== undefined && { url }),
          ...(order && { order }),
          ...(copies && { copies }),
        });
        bank.delivery.start();
        return json(hook);
      },
    },
    {
      method: 'POST',
      path: '/paypal/:kind/:id/:action',
      async handle(call) {
        const { kind, id, action } = call.params;
        const details = await call.json(Details);
        return json({ done: act(bank, `${kind}/${action}`, String(id), details) ?? null });
      },
    },
  ];
}
