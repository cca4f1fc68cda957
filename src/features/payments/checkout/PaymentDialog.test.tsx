import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../web/testing.fetch.ts';
import { readCardEnvironment } from '../rails/card/card.contract.ts';
import { submitPayment } from '../rails/transfer/transfer.contract.ts';
import { listActivePaymentConfig } from '../pricing/public-config.contract.ts';
import {
  choose,
  DRAFT,
  onClose,
  onEdit,
  drawDialog,
  fakePaymentServer,
  openDialog,
  shownFacts,
} from './testing.dialog.ts';

const { id, reference } = DRAFT;

const zelle = {
  configType: 'zelle',
  configData: { email: 'pay@example.org', phone: '+1 202 555 0143' },
  isActive: true,
};
const crypto = {
  configType: 'crypto',
  configData: { ethereumAddress: '0x52908400098527886E0F7030069857D2E4169EE7' },
  isActive: true,
};
const bank = {
  configType: 'bank',
  configData: {
    bankName: 'Unity Bank',
    accountName: 'One Africa',
    accountNumber: '000123456789',
    routingNumber: '021000021',
    bic: 'COBADEFF',
    iban: 'DE89370400440532013000',
  },
  isActive: true,
};

const off = refuses(readCardEnvironment, 503, { message: 'Card payment is not configured yet.' });
let site: Parameters<typeof serve>;
const taken = answers(submitPayment, {
  success: true,
  message: 'We are checking for your payment.',
  reference,
});
const noConfig = answers(listActivePaymentConfig, []);
const refused = (body: object) => refuses(submitPayment, 400, body as { message: string });

const tabsOf = (list: string) =>
  [...screen.getByRole('tablist', { name: list }).querySelectorAll('[role=tab]')].map(
    (tab) => tab.textContent,
  );
const number = (rail: Rail) => screen.getByLabelText<HTMLInputElement>(RAILS[rail].label);
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit number' });

type Rail = 'Zelle' | 'Bank';
const RAILS = {
  Zelle: {
    name: 'Zelle',
    label: 'Zelle confirmation number',
    method: 'zelle',
    field: 'confirmationNumber',
  },
  Bank: {
    name: 'Bank transfer',
    label: 'Bank reference number',
    method: 'bank',
    field: 'referenceNumber',
  },
} as const;
const rails = Object.keys(RAILS) as Rail[];

/** The field for the number is there once the payer says that the money is sent. */
async function say(rail: Rail) {
  await choose(rail);
  await userEvent.click(screen.getByRole('button', { name: 'I have sent the money' }));
  expect(document.activeElement).toBe(number(rail));
}

async function claim(rail: Rail) {
  await openDialog();
  await say(rail);
  await userEvent.type(number(rail), 'ft-778812');
  await userEvent.click(submit());
}

beforeEach(() => {
  // Another file may have left it at the application’s own page.
  history.replaceState(null, '', '/');
  site = [...fakePaymentServer([zelle, bank]).fakes, off];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('the dialog to pay', () => {
  test('sums up who applies, with the date in words, and leads back to the details', async () => {
    serve(...site);
    await openDialog();
    expect(screen.getByRole('dialog', { name: 'Complete Your Payment' })).toBeTruthy();
    const summary = screen.getByRole('region', { name: 'Application' });
    expect(summary.querySelector('summary')?.textContent).toBe('Amina Bello PX-7H4K9 Details');
    const facts = [...summary.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]);
    expect(facts).toEqual([
      ['Name', 'Amina Bello'],
      ['Email', 'amina@example.org'],
      ['Nationality', 'Nigeria'],
      ['Date of birth', '31 March 1990'],
      ['Reference', 'PX-7H4K9'],
    ]);
    await userEvent.click(
      within(summary).getByRole('button', { name: 'Edit Application Details' }),
    );
    expect(onEdit).toHaveBeenCalledOnce();
  });

  test('offers four ways to pay, and in each of them both plans', async () => {
    serve(
      answers(listActivePaymentConfig, [zelle, bank, crypto]),
      answers(readCardEnvironment, { clientId: 'test', environment: 'sandbox' }),
      ...site,
    );
    await openDialog();
    const ways = ['Card', 'Zelle', 'Crypto', 'Bank'];
    expect(tabsOf('Payment method')).toEqual(ways);
    for (const way of ways) {
      await choose(way);
      expect(tabsOf('Plan'), way).toEqual([
        'One-Time $1,000.00 One payment',
        'Payment Plan 12 × $100.00 $1,200.00 in all',
      ]);
    }
    expect(screen.queryByText(/^Not set up yet/)).toBeNull();
  });

  test.each([
    ['Zelle', bank, 'Zelle needs a US bank account.'],
    [
      'Bank',
      { ...bank, configData: { ...bank.configData, bic: '', iban: '' } },
      'Transfers from US banks only.',
    ],
  ])(
    'says above the details of %s that it needs a bank in the United States',
    async (way, to, said) => {
      serve(answers(listActivePaymentConfig, [zelle, to, crypto]), ...site);
      await openDialog();
      await choose(way);
      const panel = within(screen.getByRole('tabpanel', { name: way }));
      const send = panel.getByText(/^Send \$1,000\.00/);
      expect(panel.getByText(said).compareDocumentPosition(send)).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
      await choose('Crypto');
      expect(screen.getByRole('tabpanel', { name: 'Crypto' }).textContent).not.toContain('US bank');
    },
  );

  test('says nothing of the United States for an account with SWIFT/BIC and IBAN', async () => {
    serve(answers(listActivePaymentConfig, [bank, crypto]), ...site);
    await openDialog();
    expect(screen.queryByText(/US bank/)).toBeNull();
  });

  test('has tabs only where there is a choice, and names the ways that are not set up in one line', async () => {
    serve(...site);
    await openDialog();
    expect(tabsOf('Payment method')).toEqual(['Zelle', 'Bank']);
    expect(screen.getByText('Not set up yet: Card, Crypto')).toBeTruthy();
    cleanup();
    serve(answers(listActivePaymentConfig, [zelle]), ...site);
    await openDialog();
    expect(screen.queryByRole('tablist', { name: 'Payment method' })).toBeNull();
    expect(screen.getByText('Send $1,000.00 with Zelle:')).toBeTruthy();
    expect(screen.getByText('Not set up yet: Card, Crypto, Bank')).toBeTruthy();
  });

  test('says what the kit is not, that there are no refunds, and when the kit is sent', async () => {
    serve(...site);
    await openDialog();
    expect(
      screen.getByText(/It is not issued or recognised by any state or by the African Union/),
    ).toBeTruthy();
    for (const way of rails) {
      await choose(way);
      expect(
        screen.getByText(/^All payments are final: there are no refunds\./).closest('details')
          ?.textContent,
      ).toMatch(/there are no refunds\. MoreThis does not affect your legal rights as a buyer/);
      expect(screen.getByText(/We send your kit within 2-3 business days/)).toBeTruthy();
    }
  });

  test('shows what a plan costs and what stopping means, in its own figures', async () => {
    serve(...site);
    await openDialog();
    expect(screen.getByText('Send $1,000.00 with Zelle:')).toBeTruthy();
    await choose('Payment Plan');
    expect(await screen.findByText('Payment 1 of 12')).toBeTruthy();
    expect(screen.getByText('Send $100.00 with Zelle:')).toBeTruthy();
    for (const sentence of [
      '$200.00 more than paying once.',
      /^Then you send \$100.00 on .+ and each month until \d+ \w+ \d{4}\.$/,
    ])
      expect(screen.getByText(sentence)).toBeTruthy();
    for (const way of rails) {
      await choose(way);
      const panel = within(screen.getByRole('tabpanel', { name: way }));
      const stopping = panel.getByText('You can cancel anytime after 3 payments.');
      expect(stopping.closest('summary'), 'in sight').toBeTruthy();
      const meaning = panel.getByText(
        'You then stop paying, and payments already made are not refunded. No kit is sent before we receive the first payment.',
      );
      for (const more of [meaning, panel.getByText('We email you before each payment.')])
        expect(stopping.closest('details')).toBe(more.closest('details'));
    }
  });

  test('leaves what is there in its place, and out of use, while the price of the other plan comes', async () => {
    serve(...site);
    await openDialog();
    const others = fetch;
    let answer: () => void = () => {};
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      await new Promise<void>((resolve) => void (answer = resolve));
      return others(...given);
    });
    await say('Zelle');
    await userEvent.type(number('Zelle'), 'FT-77');
    await choose('Payment Plan');
    const sentence = screen.getByText('Send $1,000.00 with Zelle:');
    expect(sentence.closest('[inert]')?.ariaBusy).toBe('true');
    expect(screen.getByText('Loading the price...').role).toBe('status');
    expect(screen.getByRole('tab', { name: /^Payment Plan/ }).ariaSelected).toBe('true');
    await act(async () => answer());
    await act(async () => answer());
    expect(await screen.findByText('Send $100.00 with Zelle:')).toBeTruthy();
    expect(number('Zelle').closest('[inert]')).toBeNull();
    expect(screen.queryByText('Loading the price...')).toBeNull();
    expect(number('Zelle').value).toBe('FT-77');
  });

  test('says why the ways to pay could not be loaded, and loads them again', async () => {
    const away = refuses(listActivePaymentConfig, 503, { message: 'The database is away.' });
    serve(inTurn(away, answers(listActivePaymentConfig, [zelle, bank])), ...site);
    drawDialog();
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tab', { name: 'Zelle' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says of a way that is not configured that it cannot be used, and asks for no number', async () => {
    serve(noConfig, ...site);
    await openDialog();
    expect(screen.getByText('Your application is saved. You cannot pay for it yet.')).toBeTruthy();
    expect(screen.queryByRole('tablist', { name: 'Payment method' })).toBeNull();
    const line = screen.getByText('Not set up yet: Card, Zelle, Crypto, Bank').closest('details');
    for (const sentence of [
      'Card payments are not available yet',
      'Zelle payments are not available at the moment',
      'Crypto payments are not available',
      'Bank transfers are not available at the moment',
    ])
      expect(line?.textContent).toContain(sentence);
    expect(screen.queryByRole('button', { name: 'Submit number' })).toBeNull();
  });
});

describe('the number of a transfer', () => {
  test('is asked for once the money was sent, to where it says and with a memo above it', async () => {
    serve(...site);
    await openDialog();
    const memo = 'Memo (required)';
    const toCopy = () =>
      screen
        .getAllByRole('button', { name: /^Copy/ })
        .map((copy) => copy.parentElement?.firstElementChild?.children)
        .map((parts) => [...(parts ?? [])].map((part) => part.textContent));
    expect(toCopy()).toEqual([
      [memo, 'PX-7H4K9'],
      ['Email', 'pay@example.org'],
      ['Phone', '+1 202 555 0143'],
    ]);
    await choose('Bank');
    const panel = within(screen.getByRole('tabpanel', { name: 'Bank' }));
    expect(panel.getByText('Send $1,000.00 by bank transfer:')).toBeTruthy();
    expect(toCopy()).toEqual([
      [memo, 'PX-7H4K9'],
      ['Bank name', 'Unity Bank'],
      ['Account name', 'One Africa'],
      ['Account number', '000123456789'],
      ['Routing number', '021000021'],
      ['SWIFT/BIC', 'COBADEFF'],
      ['IBAN', 'DE89 3704 0044 0532 0130 00'],
    ]);
  });

  test.each(rails)('cannot be sent with %s while it is empty or only spaces', async (rail) => {
    const log = serve(...site);
    await openDialog();
    await say(rail);
    await userEvent.click(submit());
    await userEvent.type(number(rail), '   ');
    await userEvent.click(submit());
    expect(log.some(({ path }) => path === '/payment/submit')).toBe(false);
  });

  test.each(rails)('is asked for at its field by the button of %s', async (rail) => {
    const log = serve(...site);
    await openDialog();
    await say(rail);
    await userEvent.click(submit());
    expect(document.activeElement).toBe(number(rail));
    expect(number(rail).getAttribute('aria-invalid')).toBe('true');
    expect(
      document.getElementById(
        String(number(rail).getAttribute('aria-describedby')).split(' ').at(-1) ?? '',
      )?.textContent,
    ).toMatch(/^Please enter your .+ number\.$/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(log.some(({ path }) => path === '/payment/submit')).toBe(false);
  });

  test('folds the details of the application again once it is sent', async () => {
    serve(taken, ...site);
    await openDialog();
    const details = () => screen.getByRole<HTMLDetailsElement>('group', { name: 'Details' });
    details().open = true;
    await say('Zelle');
    expect(details().open).toBe(true);
    await userEvent.type(number('Zelle'), 'FT-778812');
    await userEvent.click(submit());
    await screen.findByRole('heading', { name: 'Payment submitted successfully!' });
    expect(details().open).toBe(false);
  });

  test.each(rails)('sent with %s is thanked for in the words of the server', async (rail) => {
    const log = serve(taken, ...site);
    await claim(rail);
    expect(
      await screen.findByRole('heading', { name: 'Payment submitted successfully!' }),
    ).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Payment submitted successfully!' })).toBeTruthy();
    const thanks = screen.getByText('We are checking for your payment.');
    const follow = screen.getByRole('link', { name: 'Follow your application' });
    const next = screen.getByRole('heading', { name: 'What happens next' });
    expect(thanks.compareDocumentPosition(follow)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(follow.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const { method, field, name } = RAILS[rail];
    expect(shownFacts()).toEqual([
      ['Amount', '$1,000.00'],
      ['Payment method', name],
      [RAILS[rail].label, 'FT-778812'],
      ['Reference', 'PX-7H4K9'],
    ]);
    expect(log.find(({ path }) => path === '/payment/submit')?.body).toEqual({
      paymentMethod: method,
      paymentData: { [field]: 'ft-778812', plan: 'onetime', instalment: 1 },
      applicationId: id,
    });
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }),
    );
    expect(onClose).toHaveBeenCalledOnce();
  });

  test.each([
    [
      'is refused says the reason',
      refused({ message: 'This number is taken.' }),
      'Error: This number is taken.',
    ],
    ['is refused without a reason says that it failed', refused({}), 'Payment submission failed'],
    [
      'gets no answer asks to try again',
      {
        endpoint: submitPayment,
        reply: () => {
          throw new TypeError('Failed to fetch');
        },
      },
      'Failed to submit payment. Please try again.',
    ],
  ])('that %s, and is kept', async (_how, answer, sentence) => {
    serve(answer, ...site);
    await claim('Zelle');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(sentence);
    expect(document.activeElement).toBe(alert);
    expect(number('Zelle').value).toBe('ft-778812');
  });

  test('is complained about only until it is typed anew', async () => {
    serve(refused({ message: 'There is nothing left to pay for this application.' }), ...site);
    await claim('Bank');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Error: There is nothing left to pay for this application.');
    await userEvent.type(number('Bank'), '9');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that another application has claimed can be sent for review', async () => {
    const log = serve(
      refused({ message: 'Somebody has entered this number.', reason: 'review' } as object),
      ...site,
    );
    await claim('Bank');
    const review = await screen.findByRole('button', { name: 'Send for review' });
    const [why, summary] = [number('Bank').closest('.field'), screen.getByRole('alert')];
    expect(number('Bank').getAttribute('aria-invalid')).toBe('true');
    expect(why?.querySelector('.error')?.textContent).toBe('Somebody has entered this number.');
    expect(why?.compareDocumentPosition(review)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(
      within(summary).getByRole('link', { name: 'Somebody has entered this number.' }),
    );
    expect(document.activeElement).toBe(number('Bank'));
    await userEvent.click(review);
    const sent = log.filter(({ path }) => path === '/payment/submit');
    expect(sent.map(({ body }) => (body as { paymentData: object }).paymentData)).toEqual([
      { referenceNumber: 'ft-778812', plan: 'onetime', instalment: 1 },
      { referenceNumber: 'ft-778812', plan: 'onetime', instalment: 1, review: true },
    ]);
  });

  test('says Submitting... while it is on its way', async () => {
    serve(...site);
    await openDialog();
    const others = fetch;
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      address === '/payment/submit'
        ? new Promise<Response>((resolve) => void (answer = resolve))
        : others(address, init),
    );
    await say('Zelle');
    await userEvent.type(number('Zelle'), 'FT-778812');
    await userEvent.click(submit());
    const button = screen.getByRole('button', { name: 'Submitting...' });
    expect(button.ariaDisabled).toBe('true');
    const body = { success: true, message: 'We are checking for your payment.', reference };
    await act(async () => answer(new Response(JSON.stringify(body), { status: 201 })));
    expect(await screen.findByText(/^Payment submitted successfully!/)).toBeTruthy();
  });
});
