import type { House } from '../../server/context.ts';
import { decimal } from '../../shared/money.ts';
import { type Application, listApplicationEvents } from '../application/application.store.ts';
import { sendBy } from '../fulfilment/fulfilment.rules.ts';
import { listKitsById } from '../fulfilment/shipment.store.ts';
import { receiptName } from '../payments/receipts/receipt.rules.ts';
import { receiptLink } from '../payments/receipts/receipt.service.ts';
import { listReceiptsOf } from '../payments/receipts/receipt.store.ts';
import { findSchedule, listInstalments, type Schedule } from '../payments/schedule.store.ts';
import { type Entry, inOrder, toldOfApplication, toldOfPayment } from './history.rules.ts';
import { standingOf } from './plan.service.ts';
import { hasStoredAccount, listPaymentSteps } from './tracking.store.ts';

type Archive = Pick<House, 'db' | 'secrets' | 'publicUrl'>;

/** What an applicant is told of an application: what was, what is and what comes. */
export async function tellStory(archive: Archive, application: Application) {
  const { db } = archive;
  const { id } = application;
  const schedule = await findSchedule(db, id);
  const dues = schedule ? await listInstalments(db, schedule.id) : [];
  const { isStopped, mayStop, paymentsUntilStop } = standingOf(schedule, dues);
  const [kit] = await listKitsById(db, [id]);
  return {
    history: await historyOf(archive, application, schedule),
    receipts: await receiptsOf(archive, id),
    kitBy: kit
      ? sendBy({ releasedAt: kit.releasedAt, submittedAt: application.submittedAt })
      : null,
    kitRelease: schedule?.kitRelease ?? 'first_payment',
    shipment: kit?.shipment?.dispatchedAt ? kit.shipment : null,
    plan: {
      isStopped,
      mayStop,
      paymentsUntilStop,
      isCharged: schedule !== undefined && (await hasStoredAccount(db, schedule.id)),
    },
    asked: await askedOf(archive, application),
  };
}

async function askedOf({ db }: Archive, { id, applicationStatus }: Application) {
  if (applicationStatus !== 'needs_information') return null;
  const events = await listApplicationEvents(db, id);
  return events.findLast(({ to }) => to === 'needs_information')?.note ?? null;
}

async function receiptsOf(archive: Archive, applicationId: string) {
  const found = await listReceiptsOf(archive.db, applicationId);
  return found.map(({ receipt }) => ({
    name: receiptName(receipt.number),
    href: receiptLink(archive, receipt).slice(archive.publicUrl.length),
    instalment: receipt.facts.instalment,
    method: receipt.facts.method,
    amount: receipt.facts.received,
    receivedOn: receipt.facts.receivedOn,
  }));
}

async function historyOf(
  { db }: Archive,
  application: Application,
  schedule: Schedule | undefined,
): Promise<Entry[]> {
  const plain = { instalment: null, method: null, amount: null, note: null };
  const entries: Entry[] = [{ ...plain, at: application.createdAt, told: 'begun' }];
  for (const { at, to, note } of await listApplicationEvents(db, application.id)) {
    const told = toldOfApplication(to);
    if (told) entries.push({ ...plain, at, told, note });
  }
  for (const { event, payment, instalment } of await listPaymentSteps(db, application.id)) {
    const { at, from, to, reason, data } = event;
    const told = toldOfPayment({ rail: payment.rail, from, to, isShort: data.flag === 'under' });
    if (!told) continue;
    const cents = data.refundedCents ?? data.receivedCents ?? payment.amountCents;
    entries.push({
      at,
      told,
      instalment: instalment.number,
      method: payment.rail,
      amount: decimal(BigInt(cents as string)),
      // What the house notes of its own steps is no sentence for a payer.
      note: to === 'failed' ? reason : null,
    });
  }
  if (schedule?.plan === 'installment' && schedule.status === 'cancelled')
    entries.push({ ...plain, at: schedule.updatedAt, told: 'plan_stopped' });
  return inOrder(entries);
}
