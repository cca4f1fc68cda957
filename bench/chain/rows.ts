import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addApplication } from '../../src/features/application/application.store.ts';
import { startScanning } from '../../src/features/payments/rails/crypto/chain/block.store.ts';
import {
  quoteLifetimeMs,
  quoteWatchedMs,
} from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import {
  openAttempt,
  changePaymentStatus,
} from '../../src/features/payments/core/payment.service.ts';
import { openSchedule } from '../../src/features/payments/core/schedule/schedule.service.ts';
import { listInstalments } from '../../src/features/payments/core/schedule/schedule.store.ts';
import { type Database, inTransaction } from '../../src/server/database/database.ts';
import type { Asked } from './blocks.ts';

const ADDRESS = '0x00000000000000000000000000000000000000aa';
/** Payments proper, through the application's own actions; the open quotes beyond them are rows alone. */
const payable = 500;
const baseUnits = { ETH: 333_333_333_333_333_334n, USDT: 1_000_000_000n } as const;

/** Open quotes, of which the first can be paid: they are answered. Reading begins at `head`. */
export async function addOpenQuotes(
  db: Database,
  head: { number: bigint; hash: string },
  count: number,
): Promise<Asked[]> {
  const at = new Date();
  await inTransaction(db, (tx) => startScanning(tx, { chainId: 1, ...head, readAt: at }));
  const paymentIds: string[] = [];
  for (let n = 0; n < payable; n++) paymentIds.push(await addPayment(db, at));
  const [spare] = paymentIds;
  const asked: Asked[] = [];
  for (let n = 0; n < count; n += 1000) {
    const rows = Array.from({ length: 1000 }, (_, k) => {
      const index = n + k;
      const token = index % 2 ? 'USDT' : 'ETH';
      const units = baseUnits[token] + BigInt(index);
      const paymentId = paymentIds[index] ?? spare;
      if (index < payable) asked.push({ token, address: ADDRESS, units });
      return sql`(${randomUUID()}, ${paymentId}, 'bench', ${token}, 'open', 100000, ${units.toString()}, ${token === 'ETH' ? '3000' : '1'},
        'bench', 1, ${ADDRESS}, null, ${at}, ${new Date(at.getTime() + quoteLifetimeMs)}, ${new Date(at.getTime() + quoteLifetimeMs + quoteWatchedMs)}, ${at})`;
    });
    await db.execute(sql`insert into crypto_quotes (id, payment_id, token_digest, token, state, amount_cents, units, rate,
      source, chain_id, address, contract, created_at, expires_at, watched_until, updated_at) values ${sql.join(rows, sql`, `)}`);
  }
  return asked;
}

/** Quotes that were paid or have lapsed long ago, at the same address. */
export async function addClosedQuotes(db: Database, count: number): Promise<void> {
  if (count === 0) return;
  await db.execute(sql`insert into crypto_quotes (id, payment_id, token_digest, token, state, amount_cents, units, rate,
    source, chain_id, address, contract, tx_hash, created_at, expires_at, watched_until, updated_at)
    select gen_random_uuid(), payment_id, token_digest, token, case when n % 3 = 0 then 'paid' else 'lapsed' end, amount_cents,
      units + n, rate, source, chain_id, address, contract, null, created_at, expires_at, watched_until, updated_at
    from generate_series(1, ${count}::int) as n, (select * from crypto_quotes limit 1) as one`);
  await db.execute(sql`analyze crypto_quotes`);
}

async function addPayment(db: Database, at: Date): Promise<string> {
  const person = {
    firstName: 'Ama',
    lastName: 'Mensah',
    dateOfBirth: '02/29/1988',
    placeOfBirth: 'Kumasi',
    currentNationality: 'Ghana',
    telephone: '+233241234567',
    email: `${randomUUID()}@bench.example`,
    homeAddress: '12 Osu Badu Street, Accra',
  };
  return inTransaction(db, async (tx) => {
    const { id } = await addApplication(tx, {
      id: randomUUID(),
      ...person,
      paymentPlan: 'onetime',
      paymentAmountCents: 0n,
      paymentMethod: 'crypto',
      paypalOrderId: null,
      paymentStatus: 'pending',
      applicationStatus: 'draft',
      noticeVersion: null,
      noticeAcknowledgedAt: null,
      wantsNews: false,
      locale: 'en',
      createdAt: at,
      updatedAt: at,
      submittedAt: null,
      kitReleasedAt: null,
    });
    const schedule = await openSchedule(tx, id, 'onetime', at);
    const [due] = await listInstalments(tx, schedule.id);
    if (!due) throw new Error('A schedule without a due.');
    const actor = { kind: 'payer' } as const;
    const attempt = await openAttempt(tx, {
      instalmentId: due.id,
      rail: 'crypto',
      actor,
      at,
      isTest: false,
    });
    await changePaymentStatus(tx, { paymentId: attempt.id, to: 'action_required', actor, at });
    return attempt.id;
  });
}
