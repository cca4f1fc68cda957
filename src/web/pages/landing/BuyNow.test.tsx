import type { WayToPay } from '../../../shared/plan.ts';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readCardEnvironment } from '../../../features/payments/rails/card/card.contract.ts';
import {
  listMyApplications,
  saveDraft,
} from '../../../features/payments/payer/my-applications.contract.ts';
import { DEFAULT_PRICING, publicPlans } from '../../../features/payments/pricing/pricing.rules.ts';
import { listActivePaymentConfig } from '../../../features/payments/pricing/public-config.contract.ts';
import { complaintsIn } from '../../testing.complaints.ts';
import { answers, refuses, type Sent, serve } from '../../testing.fetch.ts';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { BuyNow } from './BuyNow.tsx';

const details = {
  firstName: 'Amina',
  lastName: 'Bello',
  dateOfBirth: '03/31/1990',
  placeOfBirth: 'Kano',
  currentNationality: 'Nigeria',
  telephone: '+234 803 123 4567',
  email: 'amina@example.org',
  homeAddress: '12 Unity Road, Kano',
};
const saved = { id: '6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e2222', reference: 'PX-7H4K9' };

/** A server that keeps a draft once it was sent one. */
function fakeServer({ isSaved = false } = {}) {
  const mine = () =>
    isSaved
      ? [
          {
            ...saved,
            applicationStatus: 'draft',
            paymentStatus: 'pending',
            paymentPlan: 'onetime',
            paymentMethod: 'zelle',
            paymentAmount: '1000.00',
            currency: 'USD',
            totalAmount: '1000.00',
            kitRelease: 'first_payment',
            receivedAmount: '0.00',
            createdAt: '2026-11-05T10:00:00.000Z',
            submittedAt: null,
            masked: false,
            applicationData: details,
            noticeVersion: '2026-11',
            instalments: [],
            payments: [],
          },
        ]
      : [];
  return serve(
    answers(saveDraft, () => {
      isSaved = true;
      return saved;
    }),
    answers(listMyApplications, mine),
    answers(listActivePaymentConfig, []),
    refuses(readCardEnvironment, 503, { message: 'Off' }),
  );
}

const open = ({ waysToPay = ['card'] }: { waysToPay?: readonly WayToPay[] } = {}) =>
  render(
    <ConfirmProvider>
      <BuyNow waysToPay={waysToPay} plans={publicPlans(DEFAULT_PRICING)} />
    </ConfirmProvider>,
  );
const form = () => document.querySelector('form') as HTMLFormElement;
const field = (label: string) => within(form()).getByLabelText<HTMLInputElement>(label);
const understood = () =>
  within(form()).getByRole('checkbox', { name: /^I understand that the kit/ });
const steps = () => within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
const next = () =>
  userEvent.click(within(form()).getByRole('button', { name: 'Continue to Payment' }));
const drafts = (log: Sent[]) => log.filter(({ path }) => path === '/api/applications');
const payment = () => screen.findByRole('dialog', { name: 'Complete Your Payment' });
const complaints = () => complaintsIn(form());

async function fillIn(changed: Partial<typeof details> = {}) {
  const all = { ...details, ...changed };
  await userEvent.type(field('First name'), all.firstName);
  await userEvent.type(field('Last name'), all.lastName);
  await userEvent.type(field('Date of birth'), all.dateOfBirth.replaceAll('/', ''));
  await userEvent.type(field('Place of birth'), all.placeOfBirth);
  await userEvent.type(field('Current nationality'), all.currentNationality);
  await userEvent.click(screen.getByRole('option', { name: all.currentNationality }));
  await userEvent.type(field('Telephone'), all.telephone);
  await userEvent.type(field('Email'), all.email);
  await userEvent.type(field('Home address'), all.homeAddress);
  await userEvent.click(understood());
}

beforeEach(() => fakeServer());
afterEach(() => {
  document.cookie = 'applied=; max-age=0';
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the application', () => {
  test('asks the eight questions, all of them needed, and for the notice to be understood', () => {
    open();
    const labels = [...form().querySelectorAll('label')].map((label) => label.textContent);
    expect(labels.slice(0, 8)).toEqual([
      'First name',
      'Last name',
      'Date of birth',
      'Place of birth',
      'Current nationality',
      'Telephone',
      'Email',
      'Home address',
    ]);
    expect(within(form()).queryByText('optional')).toBeNull();
    expect(field('Date of birth').placeholder).toBe('MM/DD/YYYY');
    expect(understood()).toHaveProperty('checked', false);
  });

  test('asks whether the day of a date was meant first, and changes it by a yes alone', async () => {
    open();
    const born = field('Date of birth');
    await userEvent.type(born, '05031990');
    expect(screen.getByText('That is 3 May 1990.')).toBeTruthy();
    expect(screen.getByText('Did you mean 5 March 1990?')).toBeTruthy();
    expect(born.value).toBe('05/03/1990');
    await userEvent.click(screen.getByRole('button', { name: 'Change it to 03/05/1990' }));
    expect(born.value).toBe('03/05/1990');
    expect(screen.getByText('That is 5 March 1990.')).toBeTruthy();
    expect(screen.queryByText(/^Did you mean/)).toBeNull();
  });

  test('that is not filled in names every missing answer and sends nothing', async () => {
    const log = fakeServer();
    open();
    await next();
    expect(complaints()).toEqual([
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Date of birth is required',
      'Place of birth must be at least 2 characters',
      'Current nationality is required',
      'Please enter a valid phone number',
      'Please enter a valid email address',
      'Please enter your complete home address (P.O. Box not allowed)',
      'Please tick the box to show that you understand what the kit is and is not',
    ]);
    expect(drafts(log)).toEqual([]);
  });

  test.each(['P.O. Box 77, Kano', 'po box 77, Kano', 'P.o BOX 77, Kano'])(
    'is not taken with the address %s',
    async (homeAddress) => {
      const log = fakeServer();
      open();
      await fillIn({ homeAddress });
      await next();
      expect(complaints()).toEqual([
        'P.O. Box addresses are not allowed. Please provide your home address.',
      ]);
      expect(drafts(log)).toEqual([]);
    },
  );

  test('shows both prices, what they buy, what the kit is not and when it is sent', () => {
    open();
    const price = within(screen.getByRole('complementary', { name: 'Price' }));
    for (const text of ['One-Time Payment', '$1,000.00', 'Payment Plan', '12 × $100.00'])
      expect(price.getByText(text)).toBeTruthy();
    expect(price.getByText(/Cancel anytime after 3 payments/)).toBeTruthy();
    expect(price.getByText(/not valid for travel, identification or visas/)).toBeTruthy();
    expect(
      price.getByText(
        'We send your kit within 2-3 business days after we receive your form and your one-time or first payment.',
      ),
    ).toBeTruthy();
  });
});

describe('continuing to the payment', () => {
  test('stores the application, ticks the first step and opens the dialog to pay', async () => {
    const log = fakeServer();
    open();
    expect(screen.getByRole('heading', { name: 'Buy Now' })).toBeTruthy();
    expect(steps().map((step) => [step.textContent, step.ariaCurrent])).toEqual([
      ['1Application', 'step'],
      ['2Payment', null],
    ]);
    await fillIn();
    await next();
    expect(await payment()).toBeTruthy();
    expect(drafts(log).map(({ body }) => body)).toEqual([
      {
        applicationData: { ...details, noticeVersion: '2026-11', wantsNews: false },
        plan: 'onetime',
      },
    ]);
    expect(steps().map((step) => [step.textContent, step.ariaCurrent])).toEqual([
      ['Applicationdone', null],
      ['2Payment', 'step'],
    ]);
    expect(steps()[0]?.querySelector('svg')).toBeTruthy();
  });

  test('can be undone: the dialog closes on the form, which has every word', async () => {
    open();
    await fillIn();
    await next();
    const edit = await screen.findByRole('button', { name: 'Edit Application Details' });
    await userEvent.click(edit);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(field('First name'));
    expect(field('Home address').value).toBe(details.homeAddress);
  });

  test('says Saving... until the application is stored', async () => {
    open();
    await fillIn();
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => void (answer = resolve)));
    await next();
    expect(screen.getByRole('button', { name: 'Saving...' }).ariaDisabled).toBe('true');
    fakeServer();
    await act(async () => answer(new Response(JSON.stringify(saved), { status: 201 })));
    expect(await payment()).toBeTruthy();
  });

  test.each([
    ['is refused says why', { message: 'Please enter a valid phone number.' }],
    ['fails without a word asks to check the information', {}],
  ])('that %s and keeps every word', async (_how, body) => {
    serve(refuses(saveDraft, 400, body as { message: string }), answers(listMyApplications, []));
    open();
    await fillIn();
    await next();
    const alert = await within(form()).findByRole('alert');
    expect(alert.textContent).toBe(
      'message' in body ? body.message : 'Please check your information and try again.',
    );
    expect(field('First name').value).toBe('Amina');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('who has applied before sees the application without touching the form', async () => {
  fakeServer({ isSaved: true });
  document.cookie = 'applied=1';
  open();
  expect(await screen.findByText('You have an application')).toBeTruthy();
  const follow = screen.getByRole('link', { name: /^Follow your application/ });
  expect(follow.getAttribute('href')).toBe('/application#PX-7H4K9');
});

test('of who has not applied nothing is asked before the form is touched', async () => {
  const sent = fakeServer({ isSaved: true });
  open();
  await act(async () => {});
  expect(sent).toEqual([]);
});

test('as long as no way to pay is open, that is shown above the price, and beside the button what it does', () => {
  fakeServer();
  open({ waysToPay: [] });
  expect(screen.getByText('Payment is not open yet')).toBeTruthy();
  const help = screen.getByRole('link', { name: 'Write to us and we will tell you when you can.' });
  expect(help.getAttribute('href')).toBe('#contact');
  const price = screen.getByRole('complementary', { name: 'Price' });
  expect(help.compareDocumentPosition(price)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const beside = screen.getByRole('button', { name: 'Continue to Payment' }).parentElement;
  expect(beside?.textContent).toContain('We save your application. You pay nothing now.');
});

test('nothing of the kind is said once there is one', () => {
  fakeServer();
  open();
  expect(screen.queryByText('Payment is not open yet')).toBeNull();
  expect(screen.queryByText(/You pay nothing now/)).toBeNull();
});
