import { PAYMENTS_BEFORE_CANCELLING } from '../../src/features/payments/pricing/pricing.rules.ts';
import { addressOf, applicant, type Call, cookieFrom, send } from '../../testing/visit.ts';
import { type Applied, claimOf, KINDS, mailOf } from './operations.ts';

/** Behind the addresses of the writers. */
const firstAddress = 8_000_000;

/** So many plans of which as many payments have come as it takes to stop one. */
export async function preparePlans(
  origin: string,
  admin: string,
  count: number,
): Promise<Applied[]> {
  const plans: Applied[] = [];
  for (let n = 0; n < count; n++) {
    const marker = `${KINDS.stop}${n}`;
    const answer = await demand(origin, {
      path: '/api/applications',
      body: { applicationData: applicant(mailOf(marker)), plan: 'installment' },
      from: addressOf(firstAddress + n),
    });
    plans.push({ marker, cookie: cookieFrom(answer), ...JSON.parse(answer.text) });
  }
  for (let due = 1; due <= PAYMENTS_BEFORE_CANCELLING; due++) {
    for (const [n, { marker, cookie }] of plans.entries()) {
      const body = claimOf(`${marker}-${due}`, marker, 'installment');
      const from = addressOf(firstAddress + n);
      await demand(origin, { path: '/payment/submit', body, cookie, from });
    }
    await confirmTransfers(origin, admin);
  }
  return plans;
}

async function confirmTransfers(origin: string, cookie: string): Promise<void> {
  const path = '/api/admin/payments?status=claimed&limit=500';
  const { text } = await demand(origin, { method: 'GET', path, cookie });
  for (const { id, amount, createdAt } of JSON.parse(text) as {
    id: string;
    amount: string;
    createdAt: string;
  }[]) {
    const body = { receivedAmount: amount, receivedOn: createdAt.slice(0, 10) };
    await demand(origin, { path: `/api/admin/payments/${id}/confirm`, body, cookie });
  }
}

async function demand(origin: string, call: Call) {
  const answer = await send(origin, call);
  if (answer.status >= 300) throw new Error(`${call.path}: ${answer.status} ${answer.text}`);
  return answer;
}
