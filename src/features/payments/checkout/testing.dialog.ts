import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { vi } from 'vitest';
import type { PayPlace } from '../../../shared/page.ts';
import type { Plan } from '../../../shared/plan.ts';
import { answers, type Sent } from '../../../web/testing.fetch.ts';
import { currentToasts } from '../../../web/ui/toasts.ts';
import {
  listMyApplications,
  type MyApplication,
  saveDraft,
} from '../payer/my-applications.contract.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { DEFAULT_PRICING, publicPlans } from '../pricing/pricing.rules.ts';
import { listActivePaymentConfig } from '../pricing/public-config.contract.ts';
import { useMyApplications } from '../payer/useMyApplications.ts';

/** A draft, and what the calls about it answer: for the tests of the dialog to pay. */
export const DRAFT = {
  id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222',
  reference: 'PX-7H4K9',
};
const PLAN_AMOUNTS: Record<Plan, { count: number; amount: string; total: string }> = {
  onetime: { count: 1, amount: '1000.00', total: '1000.00' },
  installment: { count: 12, amount: '100.00', total: '1200.00' },
};

type Instalment = MyApplication['instalments'][number];
/** As the server answers it: MyApplication once it is parsed. */
export type AnsweredApplication = ReturnType<typeof applicationOf>;

export function applicationOf(paymentPlan: Plan = 'onetime') {
  const { count, amount, total } = PLAN_AMOUNTS[paymentPlan];
  return {
    ...DRAFT,
    applicationStatus: 'draft' as MyApplication['applicationStatus'],
    paymentStatus: 'pending' as MyApplication['paymentStatus'],
    paymentPlan,
    paymentMethod: 'zelle',
    paymentAmount: amount,
    currency: 'USD',
    totalAmount: total,
    receivedAmount: '0.00',
    createdAt: '2026-11-05T10:00:00.000Z',
    submittedAt: null,
    masked: false,
    applicationData: {
      firstName: 'Amina',
      lastName: 'Bello',
      dateOfBirth: '03/31/1990',
      placeOfBirth: 'Kano',
      currentNationality: 'Nigeria',
      telephone: '+234 803 123 4567',
      email: 'amina@example.org',
      homeAddress: '12 Unity Road, Kano',
    },
    noticeVersion: '2026-11',
    kitRelease: 'first_payment' as MyApplication['kitRelease'],
    instalments: Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      status: 'due' as Instalment['status'],
      amount,
      received: '0.00',
      rest: amount,
      credits: [],
      dueOn: '2026-11-05',
      memo: at === 0 ? DRAFT.reference : `${DRAFT.reference}-${at + 1}`,
    })),
    payments: [] as object[],
    kitBy: undefined as string | undefined,
    shortfall: undefined as object | undefined,
  };
}

/** The same once its first due was paid. */
export function paidOf(plan: Plan): AnsweredApplication {
  const application = applicationOf(plan);
  const [first, ...others] = application.instalments;
  if (!first) throw new Error('An application without instalments.');
  const paid = { ...first, status: 'paid' as const, received: first.amount, rest: '0.00' };
  return {
    ...application,
    applicationStatus: 'submitted',
    paymentStatus: plan === 'onetime' ? 'completed' : 'partially_paid',
    instalments: [paid, ...others],
  };
}

/** The same with an attempt on the first instalment with the given status. */
export function attemptedOf(plan: Plan, method: string, status: string): AnsweredApplication {
  const application = applicationOf(plan);
  const at = '2026-11-05T10:05:00.000Z';
  const attempt = {
    id: '0f2f8f9e-6f0e-4a57-9f0a-3c6f2a0e3333',
    instalment: 1,
    method,
    status,
    flag: 'none',
    amount: application.paymentAmount,
    received: null,
    number: null,
    reason: null,
    createdAt: at,
    updatedAt: at,
  };
  return { ...application, applicationStatus: 'submitted', payments: [attempt] };
}

/** A server that knows one application, which `become` changes as payments do; asked for another plan it takes it. */
export function fakePaymentServer(configs: object[] = []) {
  let known = applicationOf();
  return {
    become(application: AnsweredApplication) {
      known = application;
    },
    fakes: [
      answers(listMyApplications, () => [known]),
      answers(saveDraft, (sent: Sent) => {
        known = applicationOf((sent.body as { plan: Plan }).plan);
        return DRAFT;
      }),
      answers(listActivePaymentConfig, configs),
    ],
  };
}

export const onEdit = vi.fn();
export const onClose = vi.fn();

function Page({ place }: { place: PayPlace }) {
  return createElement(PaymentDialog, {
    open: true,
    applicationId: DRAFT.id,
    mine: useMyApplications(),
    plans: publicPlans(DEFAULT_PRICING),
    place,
    onEdit,
    onClose,
    onClaimed: () => {},
    returnFocus: () => null,
  });
}

/** Opens the dialog to pay. */
export const drawDialog = (place: PayPlace = { isClosed: false }) =>
  render(createElement(Page, { place }));

/** The same; resolves when the ways to pay are there. */
export async function openDialog(place?: PayPlace) {
  drawDialog(place);
  await screen.findByRole('tablist', { name: 'Plan' });
}

export const choose = (name: string) =>
  userEvent.click(
    screen.getByRole('tab', { name: (full) => full === name || full.startsWith(`${name} `) }),
  );

/** What is said of a payment that was made: each fact with its name. */
export const shownFacts = () =>
  [...document.querySelectorAll('.payment-facts > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );

/** What the toast says that is seen now. */
export const toasted = () => {
  const [shown] = currentToasts().filter(({ open }) => open);
  return [shown?.title, shown?.description];
};
