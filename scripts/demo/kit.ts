import { whyNotSent } from '../../src/features/fulfilment/fulfilment.rules.ts';
import type { Shipment } from '../../src/features/fulfilment/shipment.store.ts';
import { inWorkingHours, daysAfter } from './calendar.ts';
import { type Purchase, endPayments, stepKit, viewOf } from './purchase.ts';
import type { Fate } from './fate.ts';
import type { Timeline } from './timeline.ts';
import { teamMember, type World } from './world.ts';

const COURIERS = ['Baobab Express (demonstration)', 'Sahel & Cape Parcels (demonstration)'];
const QUESTIONS = [
  'Please write your address with a landmark, so that the courier finds you. (Demonstration)',
  'Your date of birth does not fit the place that you name. Please look at both. (Demonstration)',
];

/** The way of a kit over the board, from a paid application to a door. */
export function* travels(purchase: Purchase, fate: Fate, begunAt: Date, world: World): Timeline {
  const { chance } = world;
  const { application } = purchase;
  const stays = () => application.applicationStatus === fate.stays;
  const by = teamMember(world);
  let at = begunAt;
  if (stays()) return at;
  yield (at = inWorkingHours(chance, at, 0.1, 1.2));
  stepKit(purchase, 'in_review', at, by);
  if (stays()) return at;
  if (fate.isCancelled) {
    yield (at = inWorkingHours(chance, at, 1, 4));
    const note = 'You asked us to cancel your application. (Demonstration)';
    if (endPayments(purchase, at, by, 'the application was cancelled'))
      stepKit(purchase, 'cancelled', at, by, note);
    return at;
  }
  if (fate.isAskedForMore || fate.stays === 'needs_information') {
    yield (at = inWorkingHours(chance, at, 0.1, 0.8));
    stepKit(purchase, 'needs_information', at, by, chance.pick(QUESTIONS));
    if (stays()) return at;
    yield (at = daysAfter(at, chance.between(0.3, 9)));
    stepKit(purchase, 'in_review', at, { kind: 'payer' });
  }
  yield (at = inWorkingHours(chance, at, 0.1, 0.7));
  stepKit(purchase, 'approved', at, by);
  if (stays()) return at;
  return yield* leaves(purchase, fate, at, world);
}

function* leaves(purchase: Purchase, fate: Fate, approvedAt: Date, world: World): Timeline {
  const { chance, shipments } = world;
  const by = teamMember(world);
  let at = approvedAt;
  const shipment: Shipment = {
    applicationId: purchase.application.id,
    courier: null,
    trackingNumber: null,
    labelPrintedAt: null,
    dispatchedAt: null,
    dispatchedBy: null,
    deliveredAt: null,
    updatedAt: at,
  };
  yield (at = inWorkingHours(chance, at, 0.05, 0.5));
  if (obstaclesTo(purchase).length > 0) return at;
  shipments.push(Object.assign(shipment, { labelPrintedAt: at, updatedAt: at }));
  yield (at = inWorkingHours(chance, at, 0.05, 1));
  if (obstaclesTo(purchase).length > 0) return at;
  stepKit(purchase, 'dispatched', at, by);
  Object.assign(shipment, {
    courier: chance.pick(COURIERS),
    trackingNumber: `DEMO-${chance.hex(8).toUpperCase()}`,
    dispatchedAt: at,
    dispatchedBy: by.id,
    updatedAt: at,
  });
  if (purchase.application.applicationStatus === fate.stays) return at;
  yield (at = daysAfter(at, chance.between(2.5, 15)));
  stepKit(purchase, 'delivered', at, by);
  Object.assign(shipment, { deliveredAt: at, updatedAt: at });
  return at;
}

/** As the board asks before a kit leaves. */
function obstaclesTo(purchase: Purchase): string[] {
  return whyNotSent({
    noticeVersion: purchase.application.noticeVersion,
    kitRelease: purchase.schedule.kitRelease,
    ...viewOf(purchase),
  });
}
