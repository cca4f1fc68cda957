import { days } from '../../src/shared/time.ts';
import { madeBy, type Seeder } from './seeder.ts';

const today = () => new Date().toISOString().slice(0, 10);
const received = '1000.00';
/** How many claims come to each end, at most; as many go on waiting. */
const mostEach = 6;

interface Claim {
  id: string;
  applicationId: string;
  numberInReview: boolean;
}

interface Money {
  schedules: { id: string; dues: { id: string; status: string }[] }[];
}

interface Config {
  id: string;
  configType: string;
  isActive: boolean;
}

/** Numbers that two claim, what administrators decide about claims, and what they write about money; answers whose it is. */
export async function seedMoney(seeder: Seeder): Promise<string[]> {
  for (let n = 0; n < 2; n++) {
    const paymentData = { confirmationNumber: 'TWICE-4711', plan: 'onetime', review: true };
    const fixed = { paymentMethod: 'zelle', paymentData, applicationId: undefined };
    await seeder.put('submitPayment', seeder.filled('submitPayment', n * 19, fixed));
  }
  const claims = await seeder.read<Claim[]>('/api/admin/payments?status=claimed&limit=500');
  const doubtful = claims.filter(({ numberInReview }) => numberInReview);
  const sound = claims.filter(({ numberInReview }) => !numberInReview);
  const each = Math.min(mostEach, Math.floor(sound.length / 5));
  const confirmed = sound.slice(0, each);
  // First: the others of its number must still wait.
  for (const [n, { id }] of doubtful.entries())
    await seeder.asAdmin(
      'settlePayment',
      { ...come(seeder, 2 * each + n), reason: seeder.text(n) },
      { id },
    );
  for (const [n, { id }] of confirmed.entries())
    await seeder.asAdmin('confirmPayment', come(seeder, n), { id });
  for (const [n, { id }] of sound.slice(each, 2 * each).entries())
    await seeder.asAdmin('rejectPayment', { reason: seeder.text(n) }, { id });
  const several = sound
    .slice(2 * each, 3 * each)
    .map(({ id }, n) => ({ id, ...come(seeder, each + n) }));
  await seeder.asAdmin('confirmPayments', { claims: several });
  await seedReturns(seeder, confirmed);
  await seedCorrections(seeder, { confirmed: several, waiting: sound.slice(3 * each) });
  await seedStatements(seeder);
  await seedKits(seeder, claims);
  return [...confirmed, ...doubtful].slice(0, 4).map(({ applicationId }) => applicationId);
}

/** Lines of statements differ, as one proves one payment. */
const come = (seeder: Seeder, n: number) => ({
  receivedAmount: received,
  receivedOn: today(),
  statementLine: `${n} ${seeder.text(n)}`,
});

/** Money that went back, and disputes with their ends. */
async function seedReturns(seeder: Seeder, confirmed: readonly Claim[]): Promise<void> {
  for (const [n, { id }] of confirmed.entries()) {
    const reason = seeder.text(n + mostEach);
    if (n % 2 === 0) {
      const refund = { amount: '1.00', held: received, refundedOn: today(), reason };
      await seeder.asAdmin('recordRefund', refund, { id });
    } else {
      await seeder.asAdmin('recordDispute', { reason }, { id });
      await seeder.asAdmin('endDispute', { outcome: 'kept', endedOn: today(), reason }, { id });
    }
  }
}

/** What administrators write who correct a booking, or let an instalment wait, fall away or end with its plan. */
async function seedCorrections(
  seeder: Seeder,
  { confirmed, waiting }: { confirmed: readonly { id: string }[]; waiting: readonly Claim[] },
): Promise<void> {
  const [first, ...others] = confirmed;
  const held = received;
  if (first)
    await seeder.asAdmin('takeBackPayment', { held, reason: seeder.text(1) }, { id: first.id });
  // Taken where more was received than one payment asks.
  for (const [n, { id }] of others.entries())
    await seeder.asAdmin('movePayment', { amount: '10.00', held, reason: seeder.text(n) }, { id });
  for (const [n, { applicationId }] of waiting.slice(0, mostEach).entries()) {
    const { schedules } = await seeder.read<Money>(
      `/api/admin/applications/${applicationId}/money`,
    );
    const [schedule] = schedules;
    const last = schedule?.dues.at(-1)?.id ?? '';
    const reason = seeder.text(n);
    const dueOn = new Date(Date.now() + days(400)).toISOString().slice(0, 10);
    await seeder.asAdmin('moveInstalment', { dueOn, reason }, { id: last });
    await seeder.asAdmin('waiveInstalment', { reason }, { id: last });
    await seeder.asAdmin('endPaymentPlan', { reason }, { id: schedule?.id ?? '' });
  }
}

/** A bank's file of which each line says one of the texts. */
async function seedStatements(seeder: Seeder): Promise<void> {
  const lines = seeder.texts.map(
    (text, n) => `03/01/2026,${n + 1}.00,"${text.replaceAll('"', '""')}"`,
  );
  const file = {
    rail: 'bank',
    content: ['Date,Amount,Text', ...lines].join('\n'),
    columns: {
      delimiter: ',',
      hasHeader: true,
      date: 0,
      dateFormat: 'MDY',
      amount: 1,
      credit: null,
      debit: null,
      decimal: '.',
      text: [2],
      currency: null,
      balance: null,
    },
  };
  await seeder.asAdmin('readStatement', { rail: file.rail, content: file.content });
  const fileName = seeder.short(100)[0] ?? '';
  madeBy('addStatement', await seeder.asAdmin('addStatement', { ...file, fileName }));
}

/** Seeds questions to applicants, and shipments. */
async function seedKits(seeder: Seeder, claims: readonly Claim[]): Promise<void> {
  for (const [n, { applicationId }] of claims.slice(-mostEach).entries()) {
    const kit = { ids: [applicationId], note: seeder.text(n) };
    await seeder.asAdmin('moveKits', { ...kit, to: n % 2 ? 'needs_information' : 'cancelled' });
  }
  for (const [n, { applicationId }] of claims.slice(0, mostEach).entries()) {
    const way = seeder.filled('moveKits', n, {
      ids: [applicationId],
      to: 'dispatched',
      preview: false,
    });
    for (const to of ['in_review', 'approved'] as const)
      await seeder.asAdmin('moveKits', { ids: [applicationId], to });
    await seeder.asAdmin('moveKits', way);
    const [courier = '', trackingNumber = ''] = seeder.short(50).slice(n);
    const seen = { courier: way.courier ?? null, trackingNumber: way.trackingNumber ?? null };
    const params = { id: applicationId };
    await seeder.asAdmin('changeShipment', { courier, trackingNumber, seen }, params);
  }
}

/** Where money is sent, last: it is shown to anyone who pays from then on. */
export async function seedDestinations(seeder: Seeder): Promise<void> {
  const dataOf = (n: number) => ({
    bankName: seeder.short(100).at(n) ?? '',
    accountName: seeder.short(100).at(n + 1) ?? '',
    accountNumber: '000123456789',
    routingNumber: '021000021',
  });
  const made = await seeder.asAdmin('createPaymentConfig', {
    configType: 'bank',
    configData: dataOf(0),
  });
  if (made.status !== 201) return;
  const all = await seeder.read<Config[]>('/api/admin/payment-config');
  for (const { id } of all.filter(({ configType, isActive }) => configType === 'bank' && isActive))
    await seeder.asAdmin('changePaymentConfig', { configData: dataOf(-3), isActive: true }, { id });
}
