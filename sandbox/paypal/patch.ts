import type { Bank } from './bank.ts';
import { orderById, saveOrder } from './orders.ts';
import { invalid, unprocessable } from './problem.ts';
import type { Order, PurchaseUnit } from './record.ts';
import { PatchRequest, read, Unit } from './request.ts';
import { sumOf } from './rules.ts';

// Updating an order: https://developer.paypal.com/docs/api/orders/v2/#orders_patch, "Patchable attributes or objects",
// and its refusals: https://developer.paypal.com/api/rest/reference/orders/v2/errors/#patch-order

type Op = 'add' | 'remove' | 'replace';
/** What may be done with an attribute of the purchase. */
const PATCHABLE: Record<string, readonly Op[]> = {
  custom_id: ['replace', 'add', 'remove'],
  description: ['replace', 'add', 'remove'],
  invoice_id: ['replace', 'add', 'remove'],
  items: ['replace', 'add', 'remove'],
  soft_descriptor: ['replace', 'remove'],
  amount: ['replace'],
  'shipping/name': ['replace', 'add'],
  'shipping/address': ['replace', 'add'],
  'shipping/type': ['replace', 'add'],
};

/** Changes an order that no one has paid yet: all that is asked, or nothing. Throws 400, 404 and 422. */
export function patchOrder(bank: Bank, id: string, body: unknown): void {
  const order = orderById(bank, id);
  if (order.status === 'COMPLETED')
    throw unprocessable(
      'ORDER_ALREADY_COMPLETED',
      'The order cannot be patched after it is completed.',
    );
  const patches = read(PatchRequest, body);
  saveOrder(
    bank,
    patches.reduce((patched, patch) => patchedBy(patched, patch), order),
  );
}

function patchedBy(order: Order, { op, path, value }: PatchRequest[number]): Order {
  if (path === undefined)
    throw unprocessable(
      'PATCH_PATH_REQUIRED',
      'Please specify a ‘path’ for the field for which the operation needs to be performed.',
    );
  if (!path.startsWith('/'))
    throw unprocessable(
      'INVALID_JSON_POINTER_FORMAT',
      'Path should be a valid JSON Pointer https://tools.ietf.org/html/rfc6901 that references a location within the request where the operation is performed.',
      path,
    );
  const [, reference, attribute = ''] =
    /^\/purchase_units\/@reference_id==['‘’]([^'‘’]+)['‘’]\/(.+)$/.exec(path) ?? [];
  const allowed = PATCHABLE[attribute];
  if (!allowed?.includes(op as Op))
    throw unprocessable('NOT_PATCHABLE', 'Cannot be patched.', path);
  if (reference !== order.unit.reference_id)
    throw unprocessable(
      'REFERENCE_ID_NOT_FOUND',
      'Filter expression value is incorrect. Please check the value of the reference_id and try again.',
      path,
    );
  if (op !== 'remove' && value === undefined)
    throw unprocessable(
      'PATCH_VALUE_REQUIRED',
      'Please specify a ‘value’ to for the field that is being patched.',
      path,
    );
  const keys = attribute.split('/');
  const isThere = at(order.unit, keys) !== undefined;
  if (isThere !== (op !== 'add'))
    throw invalid([
      {
        issue: 'INVALID_PATCH_OPERATION',
        description:
          'The operation cannot be honored. Cannot add a property that’s already present, use replace. Cannot remove a property thats not present, use add. Cannot replace a property thats not present, use add.',
        field: path,
        location: 'body',
      },
    ]);
  const unit = read(Unit, withValue(order.unit, keys, value)) as PurchaseUnit;
  const units = sumOf(unit);
  const { currency_code: currency } = unit.amount;
  // What the payer has approved is not changed behind their back.
  if (order.status === 'APPROVED' && (units > order.units || currency !== order.currency))
    throw unprocessable(
      'AMOUNT_CHANGE_NOT_ALLOWED',
      'The amount specified is different from the amount authorized by payer.',
      path,
    );
  return { ...order, unit, units, currency };
}

const at = (whole: unknown, keys: string[]): unknown =>
  keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], whole);

/** A copy with another value at one place; without it when there is none. */
function withValue(whole: unknown, [key = '', ...rest]: string[], value: unknown): object {
  const { [key]: before, ...others } = Object(whole) as Record<string, unknown>;
  if (!rest.length && value === undefined) return others;
  return { ...others, [key]: rest.length ? withValue(before, rest, value) : value };
}
