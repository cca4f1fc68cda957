import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, serve } from '../../../../web/testing.fetch.ts';
import {
  applicationOf,
  attemptedOf,
  choose,
  drawDialog,
  DRAFT,
  fakePaymentServer,
  openDialog,
  paidOf,
  shownFacts,
  toasted,
} from '../../checkout/testing.dialog.ts';
import { currentToasts } from '../../../../web/ui/toasts.ts';
import { scriptOptions } from './buttons.rules.ts';
import { captureCardOrder, createCardOrder, readCardEnvironment } from './card.contract.ts';

/** PayPal's script as far as we use it, run by hand: what its window does is a method. */
function servePaypal() {
  const asked: URL[] = [];
  let answer: 'script' | 'blocked' | 'no button' = 'script';
  let given: Record<string, (...given: never[]) => unknown> = {};
  vi.spyOn(document.head, 'insertBefore').mockImplementation((node) => {
    const script = node as unknown as HTMLScriptElement;
    asked.push(new URL(script.src));
    queueMicrotask(() => {
      if (answer === 'blocked') return void script.dispatchEvent(new Event('error'));
      Object.assign(window, {
        [String(script.dataset.namespace)]: {
          Buttons: (options: typeof given) => {
            given = options;
            return {
              isEligible: () => answer !== 'no button',
              close: async () => {},
              async render(container: HTMLElement) {
                const button = document.createElement('button');
                button.textContent = 'PayPal';
                container.replaceChildren(button);
              },
            };
          },
        },
      });
      script.dispatchEvent(new Event('load'));
    });
    return node;
  });
  const run = async (name: string, ...values: unknown[]) => {
    let result: unknown;
    await act(async () => {
      result = await given[name]?.(...(values as never[]));
    });
    return result;
  };
  return {
    asked,
    answerWith(what: typeof answer) {
      answer = what;
    },
    press: () => run('createOrder', { paymentSource: 'paypal' }),
    approve: () => run('onApprove', { orderID: 'ORDER-1' }),
    /** Goes on while the clock is moved. */
    beginApproval: () => given.onApprove?.({ orderID: 'ORDER-1' } as never),
    cancel: () => run('onCancel', {}),
    fail: (error: unknown) => run('onError', error),
    /** As the script does when our own call has failed. */
    async pressInVain() {
      await act(async () => {
        try {
          await given.createOrder?.();
        } catch (error) {
          given.onError?.(error as never);
        }
      });
    },
  };
}

let paypal: ReturnType<typeof servePaypal>;
let server: ReturnType<typeof fakePaymentServer>;
beforeEach(() => {
  // Another file may have left it at the application’s own page.
  history.replaceState(null, '', '/');
  paypal = servePaypal();
  server = fakePaymentServer();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of ['paypal_onetime', 'paypal_installment']) Reflect.deleteProperty(window, name);
});

const environment = answers(readCardEnvironment, { clientId: 'client-1', environment: 'sandbox' });
const order = answers(createCardOrder, { id: 'ORDER-1' });
const captured = (status: string) => answers(captureCardOrder, { status });
const buttons = () => screen.findByRole('button', { name: 'PayPal' });
const card = () => within(screen.getByRole('region', { name: 'Pay by card or with PayPal' }));

async function open(...fakes: Parameters<typeof serve>) {
  const log = serve(...fakes, environment, order, ...server.fakes);
  await openDialog();
  await screen.findByRole('region', { name: 'Pay by card or with PayPal' });
  return log;
}

describe('PayPal’s script', () => {
  test('is asked for one payment in dollars, without what we do not take', async () => {
    await open();
    await buttons();
    const [script] = paypal.asked;
    expect(`${script?.origin}${script?.pathname}`).toBe('https://www.sandbox.paypal.com/sdk/js');
    const parameters = Object.fromEntries(script?.searchParams ?? []);
    expect(parameters).toMatchObject({
      'client-id': 'client-1',
      currency: 'USD',
      intent: 'capture',
      locale: 'en_US',
    });
    expect(parameters).not.toHaveProperty('vault');
    const disabled = parameters['disable-funding']?.split(',');
    expect(disabled).toEqual(expect.arrayContaining(['paylater', 'venmo', 'credit', 'sepa']));
    expect(disabled).not.toContain('card');
  });

  test.each([
    ['en', 'en_US'],
    ['fr', 'fr_FR'],
  ])('is asked for in the language of the page (%s)', (language, locale) => {
    expect(scriptOptions('client-1', 'onetime', language).locale).toBe(locale);
  });

  test('of a plan keeps the account and takes no guest’s card', async () => {
    await open();
    await choose('Payment Plan');
    await waitFor(() => expect(paypal.asked).toHaveLength(2));
    const parameters = Object.fromEntries(paypal.asked[1]?.searchParams ?? []);
    expect(parameters.vault).toBe('true');
    expect(parameters['disable-funding']?.split(',')).toContain('card');
  });

  test('is not asked for before the tab of the card is opened', async () => {
    const zelle = { configType: 'zelle', configData: { email: 'a@example.org' }, isActive: true };
    server = fakePaymentServer([zelle]);
    serve(refuses(readCardEnvironment, 503, { message: 'Off' }), ...server.fakes);
    await openDialog();
    expect(paypal.asked).toEqual([]);
  });

  test('comes from where the page says', async () => {
    serve(environment, ...server.fakes);
    await openDialog({ isClosed: false, paypalSdkUrl: 'http://127.0.0.1:7101/sdk/js' });
    await buttons();
    expect(paypal.asked[0]?.origin).toBe('http://127.0.0.1:7101');
  });

  test('is not asked for in a document that may not load it; the way to one that may is shown', async () => {
    serve(environment, ...server.fakes);
    await openDialog({ isClosed: true });
    const way = screen.getByRole('link', { name: 'Open the payment page' });
    expect(way.getAttribute('href')).toBe('/application#pay=1');
    expect(paypal.asked).toEqual([]);
  });

  test.each(['blocked', 'no button'] as const)(
    'that is %s is said to be unavailable, beside a way to try again',
    async (how) => {
      vi.spyOn(console, 'warn').mockReturnValue();
      paypal.answerWith(how);
      await open();
      const alert = await card().findByRole('alert');
      expect(alert.textContent).toContain(
        'PayPal temporarily unavailable. Please try again later or contact support',
      );
      paypal.answerWith('script');
      await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
      expect(await buttons()).toBeTruthy();
      expect(card().queryByRole('alert')).toBeNull();
    },
  );
});

test.each([
  ['the page’s own policy', 'https://www.sandbox.paypal.com/sdk/js', 'Reload the page'],
  [
    'something else, while an extension is kept away',
    'https://extension.example/x.js',
    'Try again',
  ],
])('a script that is blocked by %s has the right way out', async (_by, blockedURI, way) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  paypal.answerWith('blocked');
  await open();
  await card().findByRole('alert');
  const violation = Object.assign(new Event('securitypolicyviolation'), { blockedURI });
  act(() => void document.dispatchEvent(violation));
  expect(
    card()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([way]);
});

describe('beside the buttons', () => {
  test('are the amount, that nothing is paid back, and when the kit is sent', async () => {
    await open();
    await buttons();
    expect(screen.getByText('Due now').parentElement?.textContent).toMatch(/\$1,000\.00/);
    expect(screen.getByText(/^All payments are final: there are no refunds/)).toBeTruthy();
    expect(screen.getByText(/^We send your kit within 2-3 business days/)).toBeTruthy();
  });

  test('are a plan’s total, what is charged later, and what stopping means', async () => {
    await open();
    await choose('Payment Plan');
    expect(await screen.findByText('Payment 1 of 12')).toBeTruthy();
    expect(screen.getByText('Due now').parentElement?.textContent).toMatch(/\$100\.00/);
    for (const sentence of [
      /^PayPal will charge you \$100.00 today, then \$100.00 on .+ and each month until .+\.$/,
      /^\$200\.00 more than paying once\.$/,
      /^You need a PayPal account\. PayPal saves it for the 11 later payments\. To pay by card, choose One-Time\.$/,
      /^You can cancel anytime after 3 payments/,
    ])
      expect(screen.getByText(sentence)).toBeTruthy();
  });
});

describe('a payment that PayPal', () => {
  test('has completed is thanked for, and was asked for without naming an amount', async () => {
    const log = await open(captured('COMPLETED'));
    await buttons();
    expect(await paypal.press()).toBe('ORDER-1');
    const [attempt] = attemptedOf('onetime', 'paypal', 'succeeded').payments;
    const money = { received: '1000.00', receipt: 'OAP-000007' };
    server.become({ ...paidOf('onetime'), payments: [{ ...attempt, ...money }] });
    await paypal.approve();
    await screen.findByRole('heading', {
      name: 'Your purchase is complete. We’ll confirm it by email.',
    });
    expect(document.activeElement?.textContent).toBe('Payment received');
    expect(shownFacts()).toEqual([
      ['Amount paid', '$1,000.00'],
      ['Payment method', 'Through PayPal'],
      ['Reference', 'PX-7H4K9'],
    ]);
    expect(screen.getByRole('link', { name: 'Open receipt' }).getAttribute('href')).toBe(
      '/receipt/OAP-000007?lang=en',
    );
    expect(screen.getByRole('link', { name: 'Follow your application' }).getAttribute('href')).toBe(
      '/application#PX-7H4K9',
    );
    const sent = log.filter(({ method, path }) => method === 'POST' && path.startsWith('/paypal'));
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/paypal/order', { plan: 'onetime', applicationId: DRAFT.id, instalment: 1 }],
      ['/paypal/order/ORDER-1/capture', undefined],
    ]);
  });

  test.each([
    [
      'keeps the account',
      true,
      '$100.00 will be charged monthly for the remaining 11 payments.',
      /^\$100\.00 on \d+ \w+ \d{4}, charged by PayPal$/,
    ],
    [
      'does not keep the account',
      false,
      '$100.00 is due every month for the remaining 11 payments. We’ll email you before each one.',
      /^\$100\.00, due on \d+ \w+ \d{4}$/,
    ],
  ])('begins a plan and %s says so', async (_how, chargesItself, sentence, next) => {
    await open(captured('COMPLETED'));
    await choose('Payment Plan');
    await waitFor(() => expect(paypal.asked).toHaveLength(2));
    await buttons();
    await paypal.press();
    const paid = { ...paidOf('installment'), chargesItself };
    server.become(paid);
    await paypal.approve();
    expect(
      await screen.findByRole('heading', { name: 'Your first payment is complete.' }),
    ).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(shownFacts()).toEqual([
      ['Amount paid', '$100.00'],
      ['Payment', '1 of 12'],
      ['Next payment', expect.stringMatching(next)],
      ['Reference', 'PX-7H4K9'],
    ]);
    expect(screen.getByText(/^We’ll prepare your kit/)).toBeTruthy();
  });

  test('names the day by which the kit is sent, as soon as the server knows it', async () => {
    await open(captured('COMPLETED'));
    await buttons();
    await paypal.press();
    server.become({ ...paidOf('onetime'), kitBy: '2026-12-02' });
    await paypal.approve();
    expect(
      await screen.findByText(
        'We’ll send your kit within 2-3 business days, by 2 December 2026, and email you when it leaves.',
      ),
    ).toBeTruthy();
  });

  test('begins a plan whose kit goes when everything is paid: nothing is prepared yet', async () => {
    await open(captured('COMPLETED'));
    await choose('Payment Plan');
    await waitFor(() => expect(paypal.asked).toHaveLength(2));
    await buttons();
    await paypal.press();
    server.become({ ...paidOf('installment'), kitRelease: 'fully_paid' });
    await paypal.approve();
    await screen.findByRole('heading', { name: 'Your first payment is complete.' });
    expect(screen.queryByText(/^We’ll prepare your kit/)).toBeNull();
  });

  test('is still checking is being processed, until the server says that it is paid', async () => {
    await open(captured('PENDING'));
    await buttons();
    await paypal.press();
    server.become(attemptedOf('onetime', 'paypal', 'processing'));
    vi.useFakeTimers();
    await paypal.approve();
    expect(screen.getByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
    expect(toasted()[0]).toBe('Payment Processing');
    server.become(paidOf('onetime'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('heading', { name: /^Your purchase is complete/ })).toBeTruthy();
  });

  test('has declined is an error, and can be tried again', async () => {
    await open(captured('DECLINED'));
    await buttons();
    await paypal.press();
    await paypal.approve();
    const alert = await card().findByRole('alert');
    expect(alert.textContent).toBe(
      'Payment ErrorThere was an error with your payment. Please check your payment method and try again.PayPal or your bank declined the payment. Nothing was charged.',
    );
    expect(toasted()).toEqual([
      'Payment Error',
      'There was an error with your payment. Please check your payment method and try again.',
    ]);
    expect(await buttons()).toBeTruthy();
  });

  test('was asked to cancel is cancelled, and nothing is an error', async () => {
    await open();
    await buttons();
    await paypal.press();
    await paypal.cancel();
    expect(card().getByRole('status').textContent).toMatch(/^Payment CancelledYou left PayPal/);
    expect(toasted()).toEqual(['Payment Cancelled', undefined]);
    expect(currentToasts()[0]?.variant).toBe('neutral');
    await paypal.press();
    expect(card().queryByRole('status')).toBeNull();
  });

  test.each([
    [new Error('Detected popup close or blocked'), /allow pop-ups for this site/],
    [new Error('INSTRUMENT_DECLINED'), /^Payment ErrorThere was an error with your payment/],
  ])('fails with %s says what to do', async (error, sentence) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await open();
    await buttons();
    await paypal.fail(error);
    expect(card().getByRole('alert').textContent).toMatch(sentence);
  });
});

describe('an order that our server', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  test('cannot make, for PayPal is away, says that PayPal is unavailable', async () => {
    await open(refuses(createCardOrder, 503, { message: 'Away' }));
    await buttons();
    await paypal.pressInVain();
    expect(card().getByRole('alert').textContent).toContain('PayPal temporarily unavailable.');
  });

  test('refuses says why, and the server is asked', async () => {
    const log = await open(refuses(createCardOrder, 409, { message: 'This is already paid.' }));
    await buttons();
    const before = log.filter(({ path }) => path === '/api/applications/mine').length;
    await paypal.pressInVain();
    expect(card().getByRole('alert').textContent).toBe('Payment ErrorThis is already paid.');
    expect(log.filter(({ path }) => path === '/api/applications/mine')).toHaveLength(before + 1);
  });

  test('does not answer is asked for again as the same one', async () => {
    const nobody = {
      endpoint: createCardOrder,
      reply: () => {
        throw new TypeError('Failed to fetch');
      },
    };
    const log = await open(inTurn(nobody, order, order));
    await buttons();
    await paypal.pressInVain();
    expect(card().getByRole('alert').textContent).toMatch(/^Payment ErrorWe got no answer/);
    await paypal.press();
    await paypal.press();
    const keys = log
      .filter(({ path }) => path === '/paypal/order')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('a capture', () => {
  const nobody = {
    endpoint: captureCardOrder,
    reply: () => {
      throw new TypeError('Failed to fetch');
    },
  };
  const captures = (log: Awaited<ReturnType<typeof open>>) =>
    log.filter(({ path }) => path.endsWith('/capture'));

  async function approveAnd(...fakes: Parameters<typeof serve>) {
    const log = await open(...fakes);
    await buttons();
    await paypal.press();
    vi.useFakeTimers();
    const approval = paypal.beginApproval();
    await act(() => vi.advanceTimersByTimeAsync(6000));
    await act(async () => void (await approval));
    return log;
  }

  test('that no one answered is asked for again as the same one', async () => {
    server.become(applicationOf());
    const log = await approveAnd(
      inTurn(nobody, refuses(captureCardOrder, 503, { message: '' }), captured('COMPLETED')),
    );
    expect(screen.getByRole('heading', { name: /^Your purchase is complete/ })).toBeTruthy();
    const keys = captures(log).map(({ headers }) => headers.get('Idempotency-Key'));
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test('that stays without an answer is unknown, never failed, and then what the server says', async () => {
    await approveAnd(nobody);
    expect(
      screen.getByRole('heading', { name: 'We do not know yet whether your payment went through' }),
    ).toBeTruthy();
    expect(screen.queryByText('Payment Error')).toBeNull();
    expect(screen.getByText(/Please do not pay again/)).toBeTruthy();
    server.become(attemptedOf('onetime', 'paypal', 'failed'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('heading', { name: 'Payment Error' })).toBeTruthy();
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('tablist', { name: 'Plan' })).toBeTruthy();
  });

  test('that is refused says why and asks once', async () => {
    const log = await approveAnd(
      refuses(captureCardOrder, 409, { message: 'The payment was not approved yet.' }),
    );
    expect(card().getByRole('alert').textContent).toBe(
      'Payment ErrorThe payment was not approved yet.',
    );
    expect(captures(log)).toHaveLength(1);
  });
});

test('a payment that is under way in another window is shown with its status, and nothing is asked for', async () => {
  server.become(attemptedOf('onetime', 'paypal', 'processing'));
  serve(environment, ...server.fakes);
  drawDialog();
  expect(await screen.findByRole('heading', { name: 'Payment Processing' })).toBeTruthy();
  expect(screen.queryByRole('tablist', { name: 'Plan' })).toBeNull();
});
