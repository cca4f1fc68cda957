import { whyNotSent } from '../../src/features/fulfilment/fulfilment.rules.ts';
import { kitReleasedAt } from '../../src/features/payments/core/instalment.rules.ts';
import { paymentStatusOf } from '../../src/features/payments/core/payment.rules.ts';
import type { Shipment } from '../../src/features/fulfilment/shipment.store.ts';
import { atDesk, daysAfter } from './calendar.ts';
import { type Deal, endPayments, stepKit } from './deal.ts';
import type { Fate } from './fate.ts';
import type { Story } from './story.ts';
import { somebody, type World } from './world.ts';

const COURIERS = ['Baobab Express (demonstration)', 'Sahel & Cape Parcels (demonstration)'];
const QUESTIONS = [
  'Please write your address with a landmark, so that the courier finds you. (Demonstration)',
  'Your date of birth does not fit the place that you name. Please look at both. (Demonstration)',
];

/** The way of a kit over the board, from a paid application to a door. */
export function* travels(deal: Deal, fate: Fate, begunAt: Date, world: World): Story {
  const { chance } = world;
  const { application } = deal;
  const stays = () => application.applicationStatus === fate.stays;
  const by = somebody(world);
  let at = begunAt;
  if (stays()) return at;
  yield (at = atDesk(chance, at, 0.1, 1.2));
  stepKit(deal, 'in_review', at, by);
  if (stays()) return at;
  if (fate.isCancelled) {
    yield (at = atDesk(chance, at, 1, 4));
    const note = 'You asked us to cancel your application. (Demonstration)';
    if (endPayments(deal, at, by, 'the application was cancelled'))
      stepKit(deal, 'cancelled', at, by, note);
    return at;
  }
  if (fate.isAskedForMore || fate.stays === 'needs_information') {
    yield (at = atDesk(chance, at, 0.1, 0.8));
    stepKit(deal, 'needs_information', at, by, chance.pick(QUESTIONS));
    if (stays()) return at;
    yield (at = daysAfter(at, chance.between(0.3, 9)));
    stepKit(deal, 'in_review', at, { kind: 'payer' });
  }
  yield (at = atDesk(chance, at, 0.1, 0.7));
  stepKit(deal, 'approved', at, by);
  if (stays()) return at;
  return yield* leaves(deal, fate, at, world);
}

function* leaves(deal: Deal, fate: Fate, approvedAt: Date, world: World): Story {
  const { chance, shipments } = world;
  const by = somebody(world);
  let at = approvedAt;
  const shipment: Shipment = {
    applicationId: deal.application.id,
    courier: null,
    trackingNumber: null,
    labelPrintedAt: null,
    dispatchedAt: null,
    dispatchedBy: null,
    deliveredAt: null,
    updatedAt: at,
  };
  yield (at = atDesk(chance, at, 0.05, 0.5));
  if (obstaclesTo(deal).length > 0) return at;
  shipments.push(Object.assign(shipment, { labelPrintedAt: at, updatedAt: at }));
  yield (at = atDesk(chance, at, 0.05, 1));
  if (obstaclesTo(deal).length > 0) return at;
  stepKit(deal, 'dispatched', at, by);
  Object.assign(shipment, {
    courier: chance.pick(COURIERS),
    trackingNumber: `DEMO-${chance.hex(8).toUpperCase()}`,
    dispatchedAt: at,
    dispatchedBy: by.id,
    updatedAt: at,
  });
  if (deal.application.applicationStatus === fate.stays) return at;
  yield (at = daysAfter(at, chance.between(2.5, 15)));
  stepKit(deal, 'delivered', at, by);
  Object.assign(shipment, { deliveredAt: at, updatedAt: at });
  return at;
}

/** As the board asks before a kit leaves. */
function obstaclesTo(deal: Deal): string[] {
  return whyNotSent({
    noticeVersion: deal.application.noticeVersion,
    paymentStatus: paymentStatusOf(deal.schedule, deal.payments),
    kitRelease: deal.schedule.kitRelease,
    kitReleasedAt: kitReleasedAt(deal.schedule, deal.dues),
  });
}
