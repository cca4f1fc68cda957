import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capture, type CardShop, openCardShop } from './testing.ts';

let shop: CardShop;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

describe('paying by card', () => {
  test('ends with the money booked, the application submitted and the capture’s word', async () => {
    const { visitor, id, word } = await shop.paid();
    expect(word).toBe('COMPLETED');
    const { order, payment, application } = await shop.rows(id);
    expect(order.state).toBe('captured');
    expect(payment).toMatchObject({
      status: 'succeeded',
      rail: 'paypal',
      receivedCents: payment.amountCents,
      railReference: order.captureId,
      isTest: true,
    });
    expect(application).toMatchObject({
      applicationStatus: 'submitted',
      paymentStatus: 'completed',
      paypalOrderId: id,
    });
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
  });
});
