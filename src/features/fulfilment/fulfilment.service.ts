import { addAudit } from '../../server/audit.store.ts';
import type { RequestContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import { conflict } from '../../server/http/conflict.ts';
import { Fault } from '../../shared/fault.ts';
import { MOST_COUNTED } from '../../shared/list.ts';
import { recordOf } from '../../shared/record.ts';
import { words } from '../../shared/words.ts';
import { type ApplicationStatus, canStepApplication } from '../application/application.rules.ts';
import { lockApplication } from '../application/application.store.ts';
import {
  type ApplicationEvent,
  listApplicationEvents,
  stepApplication,
} from '../application/application-event.store.ts';
import { OPEN, UNDER_WAY } from '../payments/core/payment.rules.ts';
import { changePaymentStatus } from '../payments/core/payment.service.ts';
import { refreshPaymentStatus } from '../payments/core/payment-view.service.ts';
import { listPaymentsOf } from '../payments/core/payment.store.ts';
import { notifyAfter } from '../payments/core/settlement.service.ts';
import { cancelSchedule } from '../payments/core/schedule/schedule.service.ts';
import { findSchedule } from '../payments/core/schedule/schedule.store.ts';
import type { KitCard } from './fulfilment.contract.ts';
import {
  BOARD,
  BOARD_NUMBERS,
  type BoardStatus,
  type KitStep,
  isOverdue,
  overdueBefore,
  sendBy,
  type UndoneStep,
  whyNotSent,
} from './fulfilment.rules.ts';
import {
  type Column,
  countBoard,
  countKitsOf,
  countLate,
  countLateByColumn,
  findShipment,
  type JoinedKit,
  listKitsById,
  listKitsOf,
  setShipment,
} from './shipment.store.ts';

type MoveContext = Pick<RequestContext<never>, 'db' | 'jobs' | 'clock' | 'settings'> & {
  actorId: string;
};

interface Move {
  ids: readonly string[];
  to: KitStep;
  note?: string | undefined;
  courier?: string | undefined;
  trackingNumber?: string | undefined;
}

type Shown = Omit<KitCard, 'submittedAt' | 'labelPrintedAt' | 'dispatchedAt' | 'deliveredAt'> &
  Record<'submittedAt' | 'labelPrintedAt' | 'dispatchedAt' | 'deliveredAt', Date | null>;

interface Asked extends Omit<Column, 'freeBefore'> {
  overdue: boolean;
  limit: number;
  /** `part`: nothing is counted beyond `MOST_COUNTED`, nor a question beyond its kits. */
  counted?: 'part' | undefined;
}

/** The board: its counts and one column of it, or of that column only what is overdue or looked for. */
export async function readBoard(
  { db, clock }: Pick<RequestContext<never>, 'db' | 'clock'>,
  asked: Asked,
) {
  const now = clock.now();
  const { status, search, limit } = asked;
  const most = asked.counted === 'part' ? MOST_COUNTED : undefined;
  const late = overdueBefore(now);
  const column = { status, search, freeBefore: asked.overdue ? late : undefined };
  // One that is not shown says that there are more.
  const found = await listKitsOf(db, column, limit + 1);
  const counts = await countBoard(db, most && most + 1);
  const isNarrowed = search !== undefined || asked.overdue;
  const numbers = {
    ...recordOf(BOARD, (one) => upTo(counts[one], most)),
    overdue: upTo(await countLate(db, late, most && most + 1), most),
    total:
      found.length <= limit
        ? upTo(found.length)
        : !isNarrowed
          ? upTo(counts[status], most)
          : most
            ? upTo(found.length, limit)
            : upTo(await countKitsOf(db, column)),
  };
  return {
    counts: recordOf(BOARD, (one) => numbers[one].n),
    overdue: numbers.overdue.n,
    total: numbers.total.n,
    more: BOARD_NUMBERS.filter((name) => numbers[name].isMore),
    kits: found.slice(0, limit).map((kit) => show(kit, now)),
  };
}

const upTo = (n: number, most = n) => ({ n: Math.min(n, most), isMore: n > most });

/** How many kits should have left, by column, and the first day ("2026-01-31") by which one should. */
export const findOverdueKits = async (db: Database, now: Date) =>
  (await countLateByColumn(db, overdueBefore(now))).map(({ status, count, since }) => ({
    status,
    count,
    sendBy: sendBy({ kitReleasedAt: since, submittedAt: since }),
  }));

function show({ application, kitRelease, shipment }: JoinedKit, now: Date): Shown {
  const { applicationStatus, paymentStatus, submittedAt } = application;
  const kit = { ...application, kitRelease };
  const by = sendBy(application);
  return {
    id: application.id,
    reference: application.reference,
    name: `${application.firstName} ${application.lastName}`,
    country: application.currentNationality,
    applicationStatus: applicationStatus as BoardStatus,
    paymentStatus,
    paymentPlan: application.paymentPlan,
    submittedAt,
    sendBy: by,
    isOverdue: isOverdue({ ...kit, sendBy: by }, now.toISOString().slice(0, 10)),
    obstacles: whyNotSent(kit),
    courier: shipment?.courier ?? null,
    trackingNumber: shipment?.trackingNumber ?? null,
    labelPrintedAt: shipment?.labelPrintedAt ?? null,
    dispatchedAt: shipment?.dispatchedAt ?? null,
    deliveredAt: shipment?.deliveredAt ?? null,
  };
}

/**
 * Takes a step with each application that may take it, and says of the others why not. With `preview` nothing is
 * written. Applications are locked in the order of their ids, so that two administrators wait and never deadlock.
 */
export async function moveAll(context: MoveContext, move: Move, preview: boolean) {
  const { db } = context;
  const refused: { id: string; reference: string; reason: string }[] = [];
  let moved = 0;
  for (const id of [...new Set(move.ids)].toSorted()) {
    if (!preview) await lockKnown(db, id);
    const [kit] = await listKitsById(db, [id]);
    const reason = kit ? await obstacleTo(db, kit, move.to) : UNKNOWN;
    if (reason) {
      refused.push({ id, reference: kit?.application.reference ?? '', reason });
      continue;
    }
    if (kit && !preview) await moveOne(context, kit, move);
    moved += 1;
  }
  return { moved, refused };
}

const UNKNOWN = words('This application does not exist.');

async function lockKnown(tx: Database, id: string): Promise<void> {
  try {
    await lockApplication(tx, id);
  } catch (error) {
    // Said of this one in the answer; the others go on.
    if (!(error instanceof Fault && error.status === 404)) throw error;
  }
}

/** Why this application cannot take the step, as a sentence; undefined when it can. */
async function obstacleTo(db: Database, kit: JoinedKit, to: KitStep): Promise<string | undefined> {
  const { application } = kit;
  if (!canStepApplication(application.applicationStatus, to))
    return words('The application’s current status does not allow this step.');
  if (to === 'dispatched') return whyNotSent({ ...application, kitRelease: kit.kitRelease })[0];
  if (to !== 'cancelled') return undefined;
  const attempts = await listPaymentsOf(db, [application.id]);
  return attempts.some(({ payment }) => UNDER_WAY.includes(payment.status))
    ? words('A payment for this application is being checked. Deal with it first.')
    : undefined;
}

async function moveOne(context: MoveContext, kit: JoinedKit, move: Move): Promise<void> {
  const { db, jobs, clock, actorId } = context;
  const { application, shipment } = kit;
  const { to, note } = move;
  const at = clock.now();
  const actor = { kind: 'admin', id: actorId } as const;
  await stepApplication(db, application.id, to, at, { actor, ...(note ? { note } : {}) });
  if (to === 'dispatched') {
    await setShipment(db, application.id, {
      courier: move.courier ?? null,
      trackingNumber: move.trackingNumber ?? shipment?.trackingNumber ?? null,
      dispatchedAt: at,
      dispatchedBy: actorId,
      updatedAt: at,
    });
  }
  if (to === 'delivered') await setShipment(db, application.id, { deliveredAt: at, updatedAt: at });
  if (to === 'cancelled') await endPayments(db, application.id, actorId, at);
  await addAudit(db, {
    at,
    actorId,
    action: `application.${to}`,
    subject: application.id,
    before: { applicationStatus: application.applicationStatus },
    after: {
      applicationStatus: to,
      ...(note ? { note } : {}),
      ...(move.courier
        ? { courier: move.courier, trackingNumber: move.trackingNumber ?? null }
        : {}),
    },
  });
  const step = { id: application.id, to };
  await jobs.send(db, 'application-step', step, notifyAfter(context.settings));
}

/**
 * Undoes the last step of each application that is this one and was an administrator's; the others stay. Answers how
 * many, and whether one of the applicants may have had the email about it. Throws 409 when that is none.
 */
export async function undoAll(
  context: MoveContext,
  { ids, step }: { ids: readonly string[]; step: UndoneStep },
): Promise<{ undone: number; isAnnounced: boolean }> {
  const { db, clock, settings } = context;
  const at = clock.now();
  const times: Date[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    await lockKnown(db, id);
    const events = await listApplicationEvents(db, id);
    const last = events.at(-1);
    if (last?.to !== step || last.actor !== 'admin') continue;
    await undoOne(context, id, { step, to: last.from, events });
    times.push(last.at);
  }
  if (times.length === 0)
    throw new Fault(409, words('Something has happened since, so this can no longer be undone.'));
  const isAnnounced = times.some((time) => at.getTime() - time.getTime() >= settings.undoMs);
  return { undone: times.length, isAnnounced };
}

async function undoOne(
  { db, clock, actorId }: MoveContext,
  id: string,
  { step, to, events }: { step: UndoneStep; to: ApplicationStatus; events: ApplicationEvent[] },
): Promise<void> {
  const at = clock.now();
  // What the applicant was asked for is asked for again.
  const note = events.findLast((event) => event.to === to)?.note;
  const actor = { kind: 'admin', id: actorId } as const;
  await stepApplication(db, id, to, at, { actor, isUndo: true, ...(note ? { note } : {}) });
  if (step === 'dispatched')
    await setShipment(db, id, {
      courier: null,
      trackingNumber: null,
      dispatchedAt: null,
      dispatchedBy: null,
      updatedAt: at,
    });
  if (step === 'delivered') await setShipment(db, id, { deliveredAt: null, updatedAt: at });
  await addAudit(db, {
    at,
    actorId,
    action: 'application.step_undone',
    subject: id,
    before: { applicationStatus: step },
    after: { applicationStatus: to },
  });
}

/** Ends open attempts and instalments. Money that was received stays recorded. */
async function endPayments(tx: Database, applicationId: string, actorId: string, at: Date) {
  const actor = { kind: 'admin', id: actorId } as const;
  for (const { payment } of await listPaymentsOf(tx, [applicationId]))
    if (OPEN.includes(payment.status))
      await changePaymentStatus(tx, {
        paymentId: payment.id,
        to: 'cancelled',
        actor,
        at,
        reason: CANCELLED,
      });
  const schedule = await findSchedule(tx, applicationId);
  if (schedule && schedule.status !== 'completed' && schedule.status !== 'cancelled')
    await cancelSchedule(tx, schedule, at);
  await refreshPaymentStatus(tx, applicationId, at);
}
const CANCELLED = 'the application was cancelled';

interface Correction {
  courier: string;
  trackingNumber: string | null;
  /** The status when it began. */
  seen: { courier: string | null; trackingNumber: string | null };
}

/** Corrects what is written about a kit on its way. Throws 404, and 409 before it was dispatched and when it says something else than was seen. */
export async function correctShipment(
  { db, jobs, clock, actorId }: MoveContext,
  id: string,
  { seen, ...change }: Correction,
): Promise<void> {
  const application = await lockApplication(db, id);
  if (application.applicationStatus !== 'dispatched')
    throw new Fault(409, words('You can correct the courier only while a kit is on its way.'));
  const { courier = null, trackingNumber = null } = (await findShipment(db, id)) ?? {};
  const before = { courier, trackingNumber };
  if (seen.courier !== courier || seen.trackingNumber !== trackingNumber) throw conflict(before);
  const at = clock.now();
  await setShipment(db, id, { ...change, updatedAt: at });
  await addAudit(db, {
    at,
    actorId,
    action: 'shipment.changed',
    subject: id,
    before,
    after: change,
  });
  await jobs.send(db, 'application-step', { id, to: 'dispatched' });
}

/** Addresses for labels. Throws 409 when one of them is not approved: a label is the first thing that leaves. */
export async function addressesOf({ db, clock, actorId }: MoveContext, ids: readonly string[]) {
  // Locked in the order of their ids, as every action about many applications does.
  for (const id of [...new Set(ids)].toSorted()) await lockKnown(db, id);
  const kits = await listKitsById(db, ids);
  const at = clock.now();
  if (kits.length < new Set(ids).size) throw new Fault(404, UNKNOWN);
  if (kits.some(({ application }) => application.applicationStatus !== 'approved'))
    throw new Fault(409, words('Labels can only be printed for approved applications.'));
  for (const { application } of kits)
    await setShipment(db, application.id, { labelPrintedAt: at, updatedAt: at });
  const printed = kits.map(({ application }) => application.reference);
  await addAudit(db, { at, actorId, action: 'labels.printed', after: { references: printed } });
  return kits.map(({ application }) => ({
    id: application.id,
    reference: application.reference,
    name: `${application.firstName} ${application.lastName}`,
    address: application.homeAddress,
    country: application.currentNationality,
    telephone: application.telephone,
  }));
}
