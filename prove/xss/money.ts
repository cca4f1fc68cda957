import { madeBy, type Planter } from './planter.ts';

const today = () => new Date().toISOString().slice(0, 10);
const received = '1000.00';
/** How many claims come to each end, at most; as many go on waiting. */
const mostEach = 6;

interface Claim {
  id: string;
  applicationId: string;
  numberInReview: boolean;
}

interface Config {
  id: string;
  configType: string;
  isActive: boolean;
}

/** Numbers that two claim, what administrators decide about claims, and what they write about money; answers whose it is. */
export async function plantMoney(planter: Planter): Promise<string[]> {
  for (let n = 0; n < 2; n++) {
    const paymentData = { confirmationNumber: 'TWICE-4711', plan: 'onetime', review: true };
    const fixed = { paymentMethod: 'zelle', paymentData, applicationId: undefined };
    await planter.put('submitPayment', planter.filled('submitPayment', n * 19, fixed));
  }
  const claims = await planter.read<Claim[]>('/api/admin/payments?status=claimed&limit=500');
  const doubtful = claims.filter(({ numberInReview }) => numberInReview);
  const sound = claims.filter(({ numberInReview }) => !numberInReview);
  const each = Math.min(mostEach, Math.floor(sound.length / 5));
  const confirmed = sound.slice(0, each);
  // First: the others of its number must still wait.
  for (const [n, { id }] of doubtful.entries())
    await planter.office(
      'settlePayment',
      { ...come(planter, 2 * each + n), reason: planter.text(n) },
      { id },
    );
  for (const [n, { id }] of confirmed.entries())
    await planter.office('confirmPayment', come(planter, n), { id });
  for (const [n, { id }] of sound.slice(each, 2 * each).entries())
    await planter.office('rejectPayment', { reason: planter.text(n) }, { id });
  const several = sound
    .slice(2 * each, 3 * each)
    .map(({ id }, n) => ({ id, ...come(planter, each + n) }));
  await planter.office('confirmPayments', { claims: several });
  await plantReturns(planter, confirmed);
  await plantStatements(planter);
  await plantKits(planter, claims);
  return [...confirmed, ...doubtful].slice(0, 4).map(({ applicationId }) => applicationId);
}

/** Lines of statements differ, as one proves one payment. */
const come = (planter: Planter, n: number) => ({
  receivedAmount: received,
  receivedOn: today(),
  statementLine: `${n} ${planter.text(n)}`,
});

/** Money that went back, and disputes with their ends. */
async function plantReturns(planter: Planter, confirmed: readonly Claim[]): Promise<void> {
  for (const [n, { id }] of confirmed.entries()) {
    const reason = planter.text(n + mostEach);
    if (n % 2 === 0) {
      const refund = { amount: '1.00', held: received, refundedOn: today(), reason };
      await planter.office('recordRefund', refund, { id });
    } else {
      await planter.office('recordDispute', { reason }, { id });
      await planter.office('endDispute', { outcome: 'kept', endedOn: today(), reason }, { id });
    }
  }
}

/** A bank's file of which each line says one of the texts. */
async function plantStatements(planter: Planter): Promise<void> {
  const lines = planter.texts.map(
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
      decimal: '.',
      text: [2],
      currency: null,
    },
  };
  await planter.office('readStatement', { rail: file.rail, content: file.content });
  const fileName = planter.short(100)[0] ?? '';
  madeBy('addStatement', await planter.office('addStatement', { ...file, fileName }));
}

/** What applicants are asked, and how their kits travel. */
async function plantKits(planter: Planter, claims: readonly Claim[]): Promise<void> {
  for (const [n, { applicationId }] of claims.slice(-mostEach).entries()) {
    const kit = { ids: [applicationId], note: planter.text(n) };
    await planter.office('moveKits', { ...kit, to: n % 2 ? 'needs_information' : 'cancelled' });
  }
  for (const [n, { applicationId }] of claims.slice(0, mostEach).entries()) {
    const way = planter.filled('moveKits', n, {
      ids: [applicationId],
      to: 'dispatched',
      preview: false,
    });
    for (const to of ['in_review', 'approved'] as const)
      await planter.office('moveKits', { ids: [applicationId], to });
    await planter.office('moveKits', way);
    const [courier = '', trackingNumber = ''] = planter.short(50).slice(n);
    const seen = { courier: way.courier ?? null, trackingNumber: way.trackingNumber ?? null };
    const params = { id: applicationId };
    await planter.office('changeShipment', { courier, trackingNumber, seen }, params);
  }
}

/** Where money is sent, last: it is shown to anyone who pays from then on. */
export async function plantDestinations(planter: Planter): Promise<void> {
  const dataOf = (n: number) => ({
    bankName: planter.short(100).at(n) ?? '',
    accountName: planter.short(100).at(n + 1) ?? '',
    accountNumber: '000123456789',
    routingNumber: '021000021',
  });
  const made = await planter.office('createPaymentConfig', {
    configType: 'bank',
    configData: dataOf(0),
  });
  if (made.status !== 201) return;
  const all = await planter.read<Config[]>('/api/admin/payment-config');
  for (const { id } of all.filter(({ configType, isActive }) => configType === 'bank' && isActive))
    await planter.office('changePaymentConfig', { configData: dataOf(-3), isActive: true }, { id });
}
