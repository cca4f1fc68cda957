import { beforeAll, expect, test } from 'vitest';
import { start } from '../testing.ts';
import { paypalOf, purchase } from './testing.ts';

let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  paypal = paypalOf(await start());
});

const AT = "/purchase_units/@reference_id=='default'";
const USD = (value: string) => ({ currency_code: 'USD', value });
const patch = async (id: string, ...patches: object[]) => {
  const { status, body } = await paypal.call('PATCH', `/v2/checkout/orders/${id}`, patches);
  return [status, body?.details?.[0]?.issue];
};

test('an order is changed before it is paid: what may be added, replaced and removed', async () => {
  const { id } = (await paypal.create(purchase('10.00', { custom_id: 'a', description: 'Kit' })))
    .body;
  expect(
    await patch(
      id,
      { op: 'replace', path: `${AT}/amount`, value: USD('12.50') },
      { op: 'add', path: `${AT}/invoice_id`, value: 'PX-9-1' },
      { op: 'remove', path: `${AT}/description` },
    ),
  ).toEqual([204, undefined]);
  const [unit] = (await paypal.order(id)).body.purchase_units;
  expect(unit).toMatchObject({ amount: USD('12.50'), invoice_id: 'PX-9-1', custom_id: 'a' });
  expect(unit).not.toHaveProperty('description');
  await paypal.decide(id, 'approve');
  expect((await paypal.capture(id)).body.purchase_units[0].payments.captures[0].amount).toEqual(
    USD('12.50'),
  );
});

test('what cannot be patched is refused as documented, and nothing of the call is done', async () => {
  const { id } = (await paypal.create(purchase('10.00', { custom_id: 'a' }))).body;
  const custom = { op: 'replace', path: `${AT}/custom_id`, value: 'b' };
  const cases: [object, number, string][] = [
    [{ op: 'replace', path: `${AT}/reference_id`, value: 'x' }, 422, 'NOT_PATCHABLE'],
    [{ op: 'remove', path: `${AT}/amount` }, 422, 'NOT_PATCHABLE'],
    [{ op: 'move', path: `${AT}/custom_id`, from: '/x' }, 422, 'NOT_PATCHABLE'],
    [{ op: 'replace', path: 'intent', value: 'x' }, 422, 'INVALID_JSON_POINTER_FORMAT'],
    [{ op: 'replace', value: 'x' }, 422, 'PATCH_PATH_REQUIRED'],
    [{ op: 'replace', path: `${AT}/custom_id` }, 422, 'PATCH_VALUE_REQUIRED'],
    [{ op: 'add', path: `${AT}/custom_id`, value: 'c' }, 400, 'INVALID_PATCH_OPERATION'],
    [{ op: 'remove', path: `${AT}/invoice_id` }, 400, 'INVALID_PATCH_OPERATION'],
    [
      { op: 'replace', path: "/purchase_units/@reference_id=='other'/custom_id", value: 'c' },
      422,
      'REFERENCE_ID_NOT_FOUND',
    ],
    [
      { op: 'replace', path: `${AT}/amount`, value: USD('0.00') },
      422,
      'CANNOT_BE_ZERO_OR_NEGATIVE',
    ],
  ];
  for (const [wrong, status, issue] of cases)
    expect([issue, await patch(id, custom, wrong)]).toEqual([issue, [status, issue]]);
  expect((await paypal.order(id)).body.purchase_units[0]).toMatchObject({ custom_id: 'a' });
  await paypal.decide(id, 'approve');
  const more = { op: 'replace', path: `${AT}/amount`, value: USD('99.00') };
  expect(await patch(id, more)).toEqual([422, 'AMOUNT_CHANGE_NOT_ALLOWED']);
  await paypal.capture(id);
  expect(await patch(id, custom)).toEqual([422, 'ORDER_ALREADY_COMPLETED']);
  expect((await patch('0AB12345CD6789012', custom))[0]).toBe(404);
});
