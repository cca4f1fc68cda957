import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendMyLink } from '../application/link.contract.ts';
import { readCardEnvironment } from '../payments/rails/card/card.contract.ts';
import {
  forgetMyApplications,
  listMyApplications,
  saveDraft,
} from '../payments/payer/my-applications.contract.ts';
import { DEFAULT_PRICING, publicPlans } from '../payments/pricing/pricing.rules.ts';
import { listActivePaymentConfig } from '../payments/pricing/public-config.contract.ts';
import {
  askForLink,
  correctApplication,
  openApplication,
  payMyPlanMonthly,
  payOffMyPlan,
  readTimeline,
  stopMyPlan,
} from './status.contract.ts';
import { datesIn } from '../../web/useDates.ts';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../web/ui/confirm.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { ApplicationPage } from './ApplicationPage.tsx';

const id = '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222';
const reference = 'PX-7H4K9';
const person = {
  firstName: 'Amina',
  lastName: 'Bello',
  dateOfBirth: '03/31/1990',
  placeOfBirth: 'Kano',
  currentNationality: 'Nigeria',
  telephone: '+234 803 123 4567',
  email: 'amina@example.org',
  homeAddress: '12 Unity Road, Kano',
};

/** A plan of which so many payments were made, as the server answers it. */
function plan(paid: number, changes: object = {}) {
  return {
    id,
    reference,
    applicationStatus: 'submitted',
    paymentStatus: 'partially_paid',
    paymentPlan: 'installment',
    paymentMethod: 'zelle',
    paymentAmount: '100.00',
    currency: 'USD',
    totalAmount: '1200.00',
    receivedAmount: `${paid * 100}.00`,
    kitRelease: 'first_payment',
    createdAt: '2026-11-05T10:00:00.000Z',
    submittedAt: '2026-11-05T10:05:00.000Z',
    masked: false,
    applicationData: person,
    noticeVersion: '2026-11',
    instalments: Array.from({ length: 12 }, (_, at) => ({
      number: at + 1,
      status: at < paid ? 'paid' : 'scheduled',
      amount: '100.00',
      received: at < paid ? '100.00' : '0.00',
      rest: at < paid ? '0.00' : '100.00',
      credits: [],
      dueOn: `2099-${String(at + 1).padStart(2, '0')}-05`,
      memo: at === 0 ? reference : `${reference}-${at + 1}`,
    })),
    payments: [],
    ...changes,
  };
}

/** The same, charged by PayPal two days after each is due. */
function chargedPlan(paid: number) {
  const charged = plan(paid, { chargesItself: true });
  const instalments = charged.instalments.map((one) => ({
    ...one,
    chargeOn: one.dueOn.replace(/05$/, '07'),
  }));
  return { ...charged, instalments };
}

const entry = { instalment: null, method: null, amount: null, note: null };
const timeline = (changes: object = {}) => ({
  history: [
    { ...entry, at: '2026-11-05T10:00:00.000Z', told: 'begun' },
    { ...entry, at: '2026-11-05T10:05:00.000Z', told: 'submitted' },
  ],
  receipts: [
    {
      name: 'OAP-000007',
      href: '/receipt/OAP-000007',
      instalment: 1,
      method: 'zelle',
      amount: '100.00',
      receivedOn: '2026-11-06',
    },
  ],
  kitBy: '2099-01-11',
  shipment: null,
  plan: {
    isStopped: false,
    mayStop: false,
    paymentsUntilStop: 2,
    isCharged: false,
    payOff: null,
  },
  asked: null,
  ...changes,
});

const data = {
  signatures: 6,
  plans: publicPlans(DEFAULT_PRICING),
  content: {},
  publicUrl: 'https://one.example',
  waysToPay: ['card' as const],
  sandbox: false,
};

function open(...fakes: Parameters<typeof serve>) {
  const sent = serve(
    ...fakes,
    answers(listActivePaymentConfig, [
      { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' }, isActive: true },
    ]),
    refuses(readCardEnvironment, 503, { message: 'Off' }),
  );
  render(
    <ConfirmProvider>
      <ApplicationPage data={data} />
      <Toaster />
    </ConfirmProvider>,
  );
  return sent;
}
const known = (application: object, shown: object = timeline()) => [
  answers(listMyApplications, [application]),
  answers(readTimeline, shown),
];

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  history.replaceState(null, '', '/application');
  log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  log.mockRestore();
  vi.unstubAllGlobals();
});

describe('a browser that knows no application', () => {
  test('is asked for reference and address, and learns what happens then', async () => {
    const message = 'If the reference and the address match, we are sending a link.';
    const sent = open(answers(listMyApplications, []), answers(askForLink, { message }));
    await screen.findByRole('heading', { name: 'Find your application' });
    await userEvent.type(screen.getByLabelText('Reference'), 'px-7h4k9');
    await userEvent.type(screen.getByLabelText('Email'), 'amina@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ reference: 'px-7h4k9', email: 'amina@example.org' });
  });

  test('hears at the field what cannot be a reference, and nothing is sent', async () => {
    const sent = open(answers(listMyApplications, []));
    await screen.findByRole('heading', { name: 'Find your application' });
    await userEvent.type(screen.getByLabelText('Reference'), 'hello there');
    await userEvent.type(screen.getByLabelText('Email'), 'amina@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(screen.getByLabelText('Reference').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toContain('such as PX-7K4M2');
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('a link', () => {
  test('opens its application and leaves the address without its key', async () => {
    history.replaceState(null, '', '/application?lang=en#key=a.b');
    const sent = open(answers(openApplication, { id, reference }), ...known(plan(1)));
    await screen.findByRole('heading', { name: /^We have received \$/ });
    expect(sent[0]).toMatchObject({ path: '/api/applications/open', body: { key: 'a.b' } });
    expect(location.pathname + location.search + location.hash).toBe(
      `/application?lang=en#${reference}`,
    );
  });

  test('that is no longer valid says so, loses its key and shows the way to a new one', async () => {
    history.replaceState(null, '', '/application#key=a.b');
    const message =
      'This link no longer works. Ask for a new one here, and we will email it to you.';
    open(refuses(openApplication, 403, { message }), answers(listMyApplications, []));
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByRole('button', { name: 'Send me the link' })).toBeTruthy();
    expect(location.hash).toBe('');
  });

  test('that could not be sent stays in the address and is sent once more under the same name', async () => {
    history.replaceState(null, '', '/application#key=a.b');
    const sent = open(
      inTurn(
        refuses(openApplication, 503, { message: 'Away' }),
        answers(openApplication, { id, reference }),
      ),
      ...known(plan(1)),
    );
    await screen.findByText(/could not be loaded/);
    expect(location.hash).toBe('#key=a.b');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: /^We have received \$/ });
    const keys = sent
      .filter(({ path }) => path === '/api/applications/open')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('of a reminder opens the payment of its due, whatever else is due before', async () => {
    history.replaceState(null, '', '/application#key=a.b&pay=3');
    open(answers(openApplication, { id, reference }), ...known(plan(1)));
    const dialog = await screen.findByRole('dialog', { name: 'Complete Your Payment' });
    expect(await within(dialog).findByText('Payment 3 of 12')).toBeTruthy();
    expect(within(dialog).getByText(`${reference}-3`)).toBeTruthy();
  });

  test('of a reminder for a due that is paid opens the next one', async () => {
    history.replaceState(null, '', '/application#key=a.b&pay=1');
    open(answers(openApplication, { id, reference }), ...known(plan(1)));
    const dialog = await screen.findByRole('dialog', { name: 'Complete Your Payment' });
    expect(await within(dialog).findByText('Payment 2 of 12')).toBeTruthy();
  });

  test('of the email about a declined charge opens that payment in every other way, and says what is charged later', async () => {
    history.replaceState(null, '', '/application#key=a.b&pay=2');
    const charged = chargedPlan(1);
    const instalments = charged.instalments.map(({ chargeOn, ...one }) =>
      one.number === 2 ? { ...one, status: 'overdue' as const } : { ...one, chargeOn },
    );
    const declined = { ...charged, instalments, paymentStatus: 'past_due' };
    open(answers(openApplication, { id, reference }), ...known(declined));
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete Your Payment' }));
    expect(
      await dialog.findByText(
        'You send $100.00 now. PayPal will still charge you $100.00 on 7 March 2099 and each month until 7 December 2099.',
      ),
    ).toBeTruthy();
    expect(dialog.getByText(`${reference}-2`)).toBeTruthy();
    expect(
      screen.getByText(/^Payment 2 of 12, \$100.00, was due on 5 February 2099\./),
    ).toBeTruthy();
  });

  test('followed in the open page opens its application too', async () => {
    open(answers(openApplication, { id, reference }), ...known(plan(1)));
    await screen.findByRole('heading', { name: /^We have received \$/ });
    location.hash = '#key=c.d';
    await waitFor(() => expect(location.hash).toBe(`#${reference}`));
  });
});

describe('the rest of a plan', () => {
  const planOf = (changes: object) =>
    timeline({
      plan: {
        isStopped: false,
        mayStop: false,
        paymentsUntilStop: 0,
        isCharged: false,
        payOff: { payments: 9, until: null },
        ...changes,
      },
    });
  /** The same plan with its rest in one payment. */
  function combined() {
    const before = plan(3);
    const instalments = before.instalments
      .slice(0, 4)
      .map((one) => (one.number === 4 ? { ...one, amount: '900.00', rest: '900.00' } : one));
    return { ...before, instalments };
  }
  const chosen = planOf({ payOff: { payments: 9, until: '2026-12-15' } });
  const section = () => within(screen.getByRole('region', { name: 'Paying the rest at once' }));

  test('is paid at once after its total and the end of automatic charges were said', async () => {
    const sent = open(
      inTurn(answers(listMyApplications, [plan(3)]), answers(listMyApplications, [combined()])),
      inTurn(answers(readTimeline, planOf({ isCharged: true })), answers(readTimeline, chosen)),
      answers(payOffMyPlan, { message: 'Now at once.', instalment: 4 }),
    );
    await screen.findByRole('heading', { name: 'Paying the rest at once' });
    const said =
      'You pay $900.00 now instead of 9 payments. Nothing more is due after that. Automatic charges end: PayPal will not charge you again, even if you go back to monthly payments. Until it is paid, you can go back to monthly payments.';
    expect(section().getByText(said)).toBeTruthy();
    await userEvent.click(section().getByRole('button', { name: 'Pay $900.00 at once...' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain(said);
    await userEvent.click(within(question).getByRole('button', { name: 'Pay $900.00 at once' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete Your Payment' }));
    expect(await dialog.findByText('$900.00 is due. This is the last payment.')).toBeTruthy();
    expect(dialog.queryByText(/more than paying once/)).toBeNull();
    expect(dialog.queryByText(/^You can cancel anytime/)).toBeNull();
    expect(sent.filter(({ path }) => path.endsWith('/pay-off'))).toHaveLength(1);
  });

  test('that is to be paid at once is the main payment, and can go back to monthly payments', async () => {
    const sent = open(
      inTurn(answers(listMyApplications, [combined()]), answers(listMyApplications, [plan(3)])),
      inTurn(answers(readTimeline, chosen), answers(readTimeline, planOf({}))),
      answers(payMyPlanMonthly, { message: 'You continue with monthly payments.' }),
    );
    const pay = await screen.findByRole('button', { name: 'Pay $900.00: payment 4 of 4' });
    expect(pay.className).toContain('primary');
    await screen.findByRole('heading', { name: 'Paying the rest at once' });
    expect(section().getByText(/If we have not received it by 15 December 2026/)).toBeTruthy();
    await userEvent.click(section().getByRole('button', { name: 'Go back to monthly payments' }));
    expect(
      await screen.findByRole('button', { name: 'Pay $100.00: payment 4 of 12' }),
    ).toBeTruthy();
    expect(screen.getByText('You continue with monthly payments.')).toBeTruthy();
    expect(sent.filter(({ path }) => path.endsWith('/pay-monthly'))).toHaveLength(1);
  });

  test('that cannot be paid at once says why, and nothing changes', async () => {
    const message = 'A payment is on its way.';
    open(...known(plan(3), planOf({})), refuses(payOffMyPlan, 409, { message }));
    await screen.findByRole('heading', { name: 'Paying the rest at once' });
    await userEvent.click(section().getByRole('button', { name: 'Pay $900.00 at once...' }));
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Pay $900.00 at once' }));
    expect((await section().findByRole('alert')).textContent).toBe(message);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is left alone in a browser that must open the link first, and while a payment is checked', async () => {
    open(...known(plan(3, { masked: true }), planOf({})));
    await screen.findByRole('heading', { name: 'Paying the rest at once' });
    expect(section().queryByRole('button')).toBeNull();
    document.body.replaceChildren();
    open(...known(plan(3, { paymentStatus: 'awaiting_verification' }), planOf({})));
    await screen.findByRole('heading', { name: 'History' });
    expect(screen.queryByRole('heading', { name: 'Paying the rest at once' })).toBeNull();
  });
});

describe('an application', () => {
  test('says what of a payment came from another one', async () => {
    const moved = plan(1);
    const [first, second, ...others] = moved.instalments;
    const credits = [
      { amount: '30.00', instalment: 1 },
      { amount: '5.00', instalment: null },
    ];
    open(
      ...known({ ...moved, instalments: [first, { ...second, credits }, ...others] }, timeline()),
    );
    expect(await screen.findByText('$30.00 of it came from payment 1')).toBeTruthy();
    expect(screen.getByText('$5.00 of it came from another application')).toBeTruthy();
  });

  test('shows the status, the next steps, and each instalment with its receipt', async () => {
    open(...known(plan(1)));
    expect(await screen.findByText(/Your kit leaves by 11 January 2099/)).toBeTruthy();
    expect(screen.getByText('Payment 2 of 12, $100.00, is due on 5 February 2099.')).toBeTruthy();
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(13);
    expect(rows[1]?.textContent).toContain('5 Jan 2099');
    expect(rows[1]?.textContent).toContain('Paid');
    expect(
      within(rows[1] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/receipt/OAP-000007?lang=en');
    expect(rows[2]?.textContent).toContain('To come');
    expect(screen.getByText('$100.00 of $1,200.00 received.')).toBeTruthy();
    const shown = within(screen.getByRole('region', { name: 'History' }));
    expect(shown.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      expect.stringContaining('You submitted the application.'),
      expect.stringContaining('You started the application.'),
    ]);
  });

  test('is paid from here, and the payment gives the focus back', async () => {
    open(...known(plan(1)));
    const pay = await screen.findByRole('button', { name: 'Pay $100.00: payment 2 of 12' });
    await userEvent.click(pay);
    const dialog = await screen.findByRole('dialog', { name: 'Complete Your Payment' });
    expect(await within(dialog).findByText('Payment 2 of 12')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(pay));
  });

  test('says of a payment that PayPal would charge what paying it now means, also beside each way to pay', async () => {
    open(...known(chargedPlan(1)));
    const pay = await screen.findByRole('button', { name: 'Pay $100.00: payment 2 of 12' });
    const meaning =
      'PayPal will charge you $100.00 on 7 February 2099. If you pay now, that charge is skipped and the next one is on 7 March 2099.';
    expect(screen.getByText(meaning)).toBeTruthy();
    expect(
      await screen.findByText(
        'PayPal will charge you $100.00 on 7 February 2099: payment 2 of 12.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('PayPal will charge it on 7 February 2099.')).toBeTruthy();
    await userEvent.click(pay);
    const dialog = within(await screen.findByRole('dialog', { name: 'Complete Your Payment' }));
    expect(await dialog.findByText(meaning)).toBeTruthy();
    expect(dialog.queryByText(/nothing is taken by itself/)).toBeNull();
  });

  test('says so, too, on the day on which PayPal charges it, and does not ask for it', async () => {
    const charged = chargedPlan(1);
    const instalments = charged.instalments.map((one) =>
      one.number === 2 ? { ...one, status: 'due' as const, chargeOn: '2026-01-07' } : one,
    );
    open(...known({ ...charged, instalments }));
    const pay = await screen.findByRole('button', { name: 'Pay $100.00: payment 2 of 12' });
    expect(pay.className).not.toContain('primary');
    expect(
      screen.getByText(
        'PayPal will charge you $100.00 in the next days. If you pay now, that charge is left out and the next one is on 7 March 2099.',
      ),
    ).toBeTruthy();
  });

  test('of which a part has come in crypto asks for the rest, and a link opens it', async () => {
    const shortfall = {
      state: 'open',
      instalment: 1,
      quoteId: id,
      token: 'ETH',
      received: '0.2',
      rest: '0.133',
      rate: '2500.00',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      sender: null,
      until: '2099-11-05T14:05:00.000Z',
    };
    const short = plan(0, { paymentStatus: 'confirming', shortfall });
    open(...known(short, timeline({ kitBy: null })));
    const until = datesIn('en').dateTimeOf(shortfall.until);
    expect(
      await screen.findByText(
        `Received 0.2 ETH. Send 0.133 ETH more to the same address by ${until}.`,
      ),
    ).toBeTruthy();
    expect(screen.getByText('Payment: part of the payment is missing')).toBeTruthy();
    expect(screen.queryByText(/takes about 15 minutes/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send the rest: 0.133 ETH' }));
    expect(await screen.findByRole('dialog', { name: 'Complete Your Payment' })).toBeTruthy();
  });

  test('whose crypto is in review is not asked to pay again', async () => {
    const shortfall = {
      state: 'in_review',
      instalment: 1,
      quoteId: id,
      token: 'USDT',
      received: '600',
      rest: '400',
      rate: '1.00',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      sender: null,
      until: '2026-11-05T14:05:00.000Z',
    };
    open(...known(plan(0, { paymentStatus: 'pending', shortfall }), timeline({ kitBy: null })));
    expect(
      await screen.findByText(/^Received 600 USDT\. .* Please do not pay again\./),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Pay|Send the rest)/ })).toBeNull();
  });

  test('asks for nothing while a payment is being checked', async () => {
    open(...known(plan(0, { paymentStatus: 'awaiting_verification' }), timeline({ kitBy: null })));
    expect(await screen.findByText(/We are checking for your payment, which usually/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  });

  test('whose history cannot be had still shows what is known, and asks again', async () => {
    open(
      answers(listMyApplications, [plan(1)]),
      inTurn(refuses(readTimeline, 503, { message: 'Away' }), answers(readTimeline, timeline())),
    );
    await screen.findByText(/The history could not be loaded/);
    expect(screen.getByRole('heading', { name: /^We have received \$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy();
  });

  test('says once that it is paid, and then what becomes of the kit', async () => {
    const one = { ...plan(1).instalments[0], amount: '1000.00', received: '1000.00' };
    const paid = { paymentPlan: 'onetime', paymentStatus: 'completed', instalments: [one] };
    open(...known(plan(1, { ...paid, totalAmount: '1000.00', receivedAmount: '1000.00' })));
    await screen.findByRole('heading', { name: 'Paid. We are preparing your kit.' });
    expect(await screen.findByText(/^Your kit leaves by /)).toBeTruthy();
    expect(screen.queryByText(/^Payment: |Everything is paid|of \$1,000.00 received/)).toBeNull();
  });

  test('of a plan that is paid in part says how much of it has come', async () => {
    open(...known(plan(3), timeline()));
    await screen.findByRole('heading', { name: 'We have received $300.00 of $1,200.00.' });
    expect(screen.queryByText(/^Payment: /)).toBeNull();
  });

  test('whose transfer is looked for names its amount', async () => {
    const claimed = {
      id,
      instalment: 1,
      method: 'zelle',
      status: 'claimed',
      flag: 'none',
      amount: '100.00',
      received: null,
      number: '4711',
      reason: null,
      createdAt: '2026-11-05T10:05:00.000Z',
      updatedAt: '2026-11-05T10:05:00.000Z',
    };
    const waiting = { paymentStatus: 'awaiting_verification', payments: [claimed] };
    open(...known(plan(0, waiting), timeline({ kitBy: null })));
    await screen.findByRole('heading', { name: 'We are checking for your payment of $100.00.' });
    expect(screen.queryByText(/^Payment: /)).toBeNull();
  });

  test('that cannot be loaded says so and asks again', async () => {
    open(
      inTurn(
        refuses(listMyApplications, 503, { message: 'Away' }),
        answers(listMyApplications, [plan(1)]),
      ),
      answers(readTimeline, timeline()),
    );
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /^We have received \$/ })).toBeTruthy();
  });

  test('of several is chosen, and Back leads to the others', async () => {
    const other = { ...plan(0), id: '7b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222', reference: 'PX-22222' };
    open(answers(listMyApplications, [plan(1), other]), answers(readTimeline, timeline()));
    await userEvent.click(await screen.findByRole('link', { name: /PX-7H4K9/ }));
    location.hash = `#${reference}`;
    expect(await screen.findByRole('heading', { name: /^We have received \$/ })).toBeTruthy();
    location.hash = '';
    expect(await screen.findByRole('heading', { name: 'Choose an application' })).toBeTruthy();
  });

  test('is mailed to its applicant, and forgotten here when that is wished', async () => {
    const message = 'We are sending a link.';
    const sent = open(
      ...known(plan(12, { paymentStatus: 'completed' })),
      answers(sendMyLink, { message }),
      answers(forgetMyApplications, { message: 'Forgotten' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send me a link' }));
    expect(await screen.findByText(message)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Forget me on this device' }));
    expect(await screen.findByRole('heading', { name: 'Find your application' })).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/applications/mine' });
  });
});

describe('correcting the details', () => {
  const note = 'Please write the street too.';
  const asked = plan(1, { applicationStatus: 'needs_information' });

  test('that were asked for shows what was asked and sends them', async () => {
    const message = 'Thank you. We have your details and will continue with your application.';
    const sent = open(
      inTurn(
        answers(listMyApplications, [asked]),
        answers(listMyApplications, [plan(1, { applicationStatus: 'in_review' })]),
      ),
      inTurn(answers(readTimeline, timeline({ asked: note })), answers(readTimeline, timeline())),
      answers(correctApplication, { message }),
    );
    expect(await screen.findByText(note)).toBeTruthy();
    const address = screen.getByLabelText('Home address');
    await userEvent.clear(address);
    await userEvent.type(address, '12 Unity Road, opposite the mosque, Kano');
    await userEvent.click(screen.getByRole('button', { name: 'Send my details' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      applicationData: { ...person, homeAddress: '12 Unity Road, opposite the mosque, Kano' },
    });
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('heading', { name: 'We are reviewing your application' }),
      ),
    );
  });

  test('asks for the tick that is missing', async () => {
    const sent = open(
      ...known({ ...asked, noticeVersion: null }, timeline({ asked: note })),
      answers(correctApplication, { message: 'Thank you.' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send my details' }));
    const summary = screen.getByRole('alert');
    expect(summary.textContent).toContain('Please tick the box to show that you understand');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Send my details' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
        applicationData: { noticeVersion: expect.any(String) },
      }),
    );
  });

  test('of a draft is offered, and can be left', async () => {
    open(...known(plan(0, { applicationStatus: 'draft', paymentStatus: 'pending' })));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Application Details' }));
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Amina');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('First name')).toBeNull();
  });

  test('is not offered while they are hidden, and the link that shows them is', async () => {
    open(...known({ ...asked, masked: true }, timeline({ asked: note })));
    await screen.findByText(/we hide your details after an hour/);
    expect(screen.queryByLabelText('First name')).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Send me a link' })).toHaveLength(2);
  });

  test('is offered at no other time', async () => {
    open(...known(plan(1)));
    await screen.findByRole('heading', { name: 'Your details' });
    expect(screen.queryByRole('button', { name: 'Edit Application Details' })).toBeNull();
  });
});

describe('cancelling the plan', () => {
  const ended = {
    isStopped: false,
    mayStop: true,
    paymentsUntilStop: 0,
    isCharged: true,
    payOff: null,
  };

  test('says before what it means, asks, and says that it was done', async () => {
    const message = 'Nothing more is due. We are sending you an email to confirm it.';
    const sent = open(
      ...known(plan(3), timeline({ plan: ended })),
      answers(stopMyPlan, { message }),
    );
    const section = await screen.findByRole('region', { name: 'Cancelling the plan' });
    expect(section.textContent).toContain('What you have paid, $300.00, is not refunded.');
    expect(section.textContent).toContain('PayPal will not charge you again.');
    await userEvent.click(within(section).getByRole('button', { name: 'Cancel the plan...' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('$300.00');
    await userEvent.click(within(question).getByRole('button', { name: 'Keep the plan' }));
    expect(sent.some(({ path }) => path.endsWith('/stop-plan'))).toBe(false);
    await userEvent.click(within(section).getByRole('button', { name: 'Cancel the plan...' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Cancel the plan',
      }),
    );
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('that is refused says why beside the button', async () => {
    const message =
      'We are still checking a payment. Please wait for the result, then cancel the plan.';
    open(...known(plan(3), timeline({ plan: ended })), refuses(stopMyPlan, 409, { message }));
    const section = await screen.findByRole('region', { name: 'Cancelling the plan' });
    await userEvent.click(within(section).getByRole('button', { name: 'Cancel the plan...' }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Cancel the plan',
      }),
    );
    expect((await within(section).findByRole('alert')).textContent).toBe(message);
  });

  test.each([
    [2, 'You can cancel the plan after 2 more payments.'],
    [1, 'You can cancel the plan after one more payment.'],
  ])('%i payments too early says “%s”', async (paymentsUntilStop, sentence) => {
    open(...known(plan(1), timeline({ plan: { ...ended, mayStop: false, paymentsUntilStop } })));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel the plan...' })).toBeNull();
  });

  test('is not asked of a browser whose details are hidden', async () => {
    open(...known(plan(3, { masked: true }), timeline({ plan: ended })));
    expect(
      await screen.findByText(/To cancel the plan, open this page with the link/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel the plan...' })).toBeNull();
  });
});

test('a plan that is chosen in the payment is written on this draft and no other', async () => {
  const draft = plan(0, { applicationStatus: 'draft', paymentStatus: 'pending' });
  const sent = open(
    ...known(draft, timeline({ kitBy: null })),
    answers(saveDraft, { id, reference }),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Pay / }));
  const dialog = await screen.findByRole('dialog', { name: 'Complete Your Payment' });
  const [tab] = await within(dialog).findAllByRole('tab', { name: /^One-Time/ });
  await userEvent.click(tab as HTMLElement);
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/applications')?.body).toMatchObject({
      applicationId: id,
      plan: 'onetime',
    }),
  );
});

test('a draft that is to be paid can be gone on with later, by a link that is mailed', async () => {
  const message = 'We are sending a link.';
  const draft = plan(0, { applicationStatus: 'draft', paymentStatus: 'pending' });
  const sent = open(...known(draft, timeline({ kitBy: null })), answers(sendMyLink, { message }));
  await userEvent.click(await screen.findByRole('button', { name: /^Pay / }));
  const dialog = await screen.findByRole('dialog', { name: 'Complete Your Payment' });
  await userEvent.click(
    within(dialog).getByRole('button', { name: 'Send me a link to continue later' }),
  );
  expect(await within(dialog).findByText(message)).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ method: 'POST', path: `/api/applications/${id}/link` });
});
