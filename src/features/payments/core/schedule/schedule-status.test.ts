import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import type { Site } from '../../../../server/testing.ts';
import { openPaymentSite, person } from '../testing.ts';
import type { InstalmentStatus, ScheduleStatus } from '../payment.rules.ts';
import {
  addDraftSchedule,
  findInstalment,
  findSchedule,
  findScheduleById,
  isOver,
  isOwing,
  listInstalmentsOf,
  paymentSchedules,
  setSchedule,
  type StoredSchedule,
} from './schedule.store.ts';

let site: Site;
let applicationId: string;
beforeAll(async () => {
  site = await openPaymentSite();
  const { body } = await site
    .visitor()
    .post('/api/applications', { applicationData: person(), plan: 'onetime' });
  applicationId = (body as { id: string }).id;
});
afterAll(() => site.close());

class Undo extends Error {}
const undone = (work: (tx: Database) => Promise<void>) =>
  inTransaction(site.db, async (tx) => {
    await work(tx);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });

/** A second schedule of the application, whose first one is cancelled. */
async function addWith(
  tx: Database,
  storedStatus: StoredSchedule['storedStatus'],
  statuses: readonly InstalmentStatus[],
) {
  const at = new Date('2026-11-20T10:00:00Z');
  const first = await findSchedule(tx, applicationId);
  await setSchedule(tx, first?.id ?? '', { storedStatus: 'cancelled' });
  const schedule = { ...first!, id: randomUUID(), payments: statuses.length, createdAt: at };
  const added = statuses.map((status, index) => ({
    id: randomUUID(),
    scheduleId: schedule.id,
    number: index + 1,
    amountCents: 100n,
    creditedCents: 0n,
    dueOn: '2026-12-01',
    chargeOn: null,
    status,
    updatedAt: at,
  }));
  await addDraftSchedule(tx, schedule, added);
  await setSchedule(tx, schedule.id, { storedStatus });
  return { id: schedule.id, instalmentId: added[0]?.id ?? '' };
}

const CASES: [StoredSchedule['storedStatus'], InstalmentStatus[], ScheduleStatus][] = [
  ['draft', ['due', 'scheduled'], 'draft'],
  ['active', ['paid', 'scheduled'], 'active'],
  ['active', ['paid', 'due'], 'active'],
  ['active', ['waived', 'scheduled'], 'active'],
  ['active', ['paid', 'due', 'combined'], 'active'],
  ['active', ['paid', 'overdue'], 'past_due'],
  ['active', ['overdue', 'due', 'paid'], 'past_due'],
  ['active', ['paid'], 'completed'],
  ['active', ['paid', 'waived'], 'completed'],
  ['active', ['paid', 'paid', 'combined'], 'completed'],
  ['cancelled', ['paid', 'cancelled'], 'cancelled'],
  ['cancelled', ['paid', 'paid'], 'cancelled'],
];

describe('a schedule', () => {
  test.each(CASES)('stored as %s with instalments %j is %s', async (stored, statuses, expected) => {
    await undone(async (tx) => {
      const { id, instalmentId } = await addWith(tx, stored, statuses);
      expect((await findScheduleById(tx, id))?.status).toBe(expected);
      expect((await findInstalment(tx, instalmentId))?.schedule.status).toBe(expected);
      if (stored !== 'cancelled') {
        expect(await findSchedule(tx, applicationId)).toMatchObject({ id, status: expected });
        const listed = await listInstalmentsOf(tx, [applicationId]);
        expect(listed.map(({ schedule }) => schedule.status)).toEqual(statuses.map(() => expected));
      }
      const [found] = await tx
        .select({ isOwing: sql`${isOwing}`, isOver: sql`${isOver}` })
        .from(paymentSchedules)
        .where(eq(paymentSchedules.id, id));
      expect(found).toEqual({
        isOwing: expected === 'active' || expected === 'past_due',
        isOver: expected === 'completed' || expected === 'cancelled',
      });
    });
  });

  test.each(['past_due', 'completed'])('is never stored as %s', async (status) => {
    const change = site.db.execute(sql`update payment_schedules set status = ${status}`);
    await expect(change).rejects.toMatchObject({
      cause: { constraint: 'payment_schedules_status' },
    });
  });

  test('from before is active where it was past due or completed', async () => {
    const [fill, rule] = readFileSync('migrations/0023_schedule_status.sql', 'utf8').split(
      '--> statement-breakpoint',
    );
    await undone(async (tx) => {
      await tx.execute(sql`create temp table payment_schedules (status text) on commit drop`);
      await tx.execute(sql`insert into payment_schedules
        values ('draft'), ('active'), ('past_due'), ('completed'), ('cancelled')`);
      await tx.execute(sql.raw(fill ?? ''));
      await tx.execute(sql.raw(rule ?? ''));
      const { rows } = await tx.execute(sql`select status, count(*)::int as n
        from payment_schedules group by status order by status`);
      expect(rows).toEqual([
        { status: 'active', n: 3 },
        { status: 'cancelled', n: 1 },
        { status: 'draft', n: 1 },
      ]);
    });
  });
});
