import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../web/queries.ts';
import { PasswordNotGiven, RecentPasswordContext } from '../../web/recentPassword.ts';
import { answers, inTurn, refuses, serve } from '../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../web/ui/confirm.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { sendVerification } from '../members/registration/verification.contract.ts';
import { MyRecords } from './MyRecords.tsx';
import {
  claimRecord,
  openClaimed,
  readRecords,
  type Records,
  releaseRecord,
} from './records.contract.ts';

const at = '2026-11-05T10:00:00.000Z';
const id = (last: number) => `6b1f8f9e-6f0e-4a57-9f0a-3c6f2a0e${1000 + last}`;

const application: Records['applications'][number] = {
  id: id(1),
  reference: 'PX-7K4M2',
  name: 'Amina Bello',
  applicationStatus: 'in_review',
  paymentStatus: 'awaiting_verification',
  totalAmount: '1200.00',
  receivedAmount: '100.00',
  createdAt: at,
  claimedAt: null,
  payments: [
    {
      id: id(3),
      instalment: 1,
      method: 'zelle',
      status: 'succeeded',
      amount: '100.00',
      updatedAt: at,
    },
    {
      id: id(4),
      instalment: 2,
      method: 'bank',
      status: 'claimed',
      amount: '100.00',
      updatedAt: at,
    },
  ],
};
const signature: Records['signatures'][number] = {
  id: id(2),
  fullName: 'Amina Bello',
  country: 'Senegal',
  signedAt: at,
  claimedAt: null,
};
const records = (change: Partial<Records> = {}): Records => ({
  isVerified: true,
  applications: [],
  signatures: [],
  ...change,
});
const both = records({ applications: [application], signatures: [signature] });
const claimed = records({
  applications: [{ ...application, claimedAt: at }],
  signatures: [{ ...signature, claimedAt: at }],
});
const known = (...records: Records[]) => inTurn(...records.map((one) => answers(readRecords, one)));

interface Options {
  /** How the person answers when the password is asked for. */
  password?: 'given' | 'not given';
}

function open(fakes: Parameters<typeof serve>, { password = 'given' }: Options = {}) {
  const log = serve(...fakes);
  const opened: string[] = [];
  render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <RecentPasswordContext
        value={(action) =>
          password === 'given' ? action() : Promise.reject(new PasswordNotGiven())
        }
      >
        <ConfirmProvider>
          <MyRecords email="amina@example.org" onOpen={(href) => opened.push(href)} />
        </ConfirmProvider>
      </RecentPasswordContext>
      <Toaster />
    </QueryClientProvider>,
  );
  return { log, opened };
}

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what a member did here', () => {
  test('loads, and where there is nothing says what will be', async () => {
    open([known(records())]);
    expect(screen.getByText('Loading your applications and signatures...')).toBeTruthy();
    expect(await screen.findByText('Nothing yet.')).toBeTruthy();
    expect(
      screen.getByText('What you sign or apply for with amina@example.org appears here.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign the declaration' }).getAttribute('href')).toBe(
      '/sign',
    );
    expect(screen.queryByText('Loading your applications and signatures...')).toBeNull();
  });

  test('that could not be loaded says so and is loaded at the second try', async () => {
    open([inTurn(refuses(readRecords, 503, { message: 'We are away.' }), known(both))]);
    expect((await screen.findByRole('alert')).textContent).toContain('We are away.');
    await press('Try again');
    expect(await screen.findByText('Signed on 5 Nov 2026', { exact: false })).toBeTruthy();
  });

  test('is an application with the status of its payments, and a signature', async () => {
    open([known(both)]);
    const [first, second] = await screen.findAllByRole('heading', { level: 3 });
    expect([first?.textContent, second?.textContent]).toEqual([
      'PX-7K4M2 · Amina Bello',
      'Unity Declaration · Amina Bello',
    ]);
    expect(
      screen.getByText(
        'Being reviewed, we are checking your payment. $100.00 of $1,200.00 received.',
      ),
    ).toBeTruthy();
    await userEvent.click(screen.getByText('2 payments'));
    const payments = screen.getByText('2 payments').closest('details') as HTMLElement;
    expect(
      within(payments)
        .getAllByRole('listitem')
        .map((payment) => payment.textContent),
    ).toEqual([
      '1. $100.00Zellepaid, 5 Nov 2026',
      '2. $100.00Bank transferwe are checking for it, 5 Nov 2026',
    ]);
  });

  test('asks for the proof of the address first, and sends the mail again', async () => {
    const { log } = open([
      known(records({ isVerified: false })),
      answers(sendVerification, { message: 'The email is on its way.' }),
    ]);
    expect(
      await screen.findByText(
        /made with amina@example\.org will appear here once you have confirmed/,
      ),
    ).toBeTruthy();
    expect(screen.queryByText('Nothing yet.')).toBeNull();
    await press('Send the email again');
    expect(await screen.findByText('Email Sent')).toBeTruthy();
    expect(log.filter(({ path }) => path === sendVerification.path)).toHaveLength(1);
  });

  test('says why no mail is sent', async () => {
    const message = 'An email is already on its way. Please wait a few minutes.';
    open([known(records({ isVerified: false })), refuses(sendVerification, 429, { message })]);
    await press('Send the email again');
    expect(await screen.findByText('Not sent')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
  });

  test('appears when its member comes back from the mail', async () => {
    open([known(records({ isVerified: false }), both)]);
    await screen.findByRole('button', { name: 'Send the email again' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('2 payments')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send the email again' })).toBeNull();
  });
});

describe('adding to the account', () => {
  test('leaves the focus at what can be done next, and removing too', async () => {
    open([
      known(both, claimed, both),
      answers(claimRecord, { message: 'It now belongs to your account.' }),
      answers(releaseRecord, { message: 'It is no longer in your account.' }),
    ]);
    await press('Add to my account PX-7K4M2');
    const next = await screen.findByRole('button', { name: 'Open PX-7K4M2' });
    expect(document.activeElement).toBe(next);
    await press('Remove PX-7K4M2');
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    const back = await screen.findByRole('button', { name: 'Add to my account PX-7K4M2' });
    expect(document.activeElement).toBe(back);
  });

  test.each([
    ['application', 'Add to my account PX-7K4M2', application.id],
    ['declaration', 'Add to my account Unity Declaration', signature.id],
  ])('takes the %s and says since when it is there', async (kind, name, record) => {
    const { log } = open([
      known(both, claimed),
      answers(claimRecord, { message: 'It now belongs to your account.' }),
    ]);
    await press(name);
    expect(await screen.findByText('Added to your account')).toBeTruthy();
    expect(await screen.findAllByText('In your account since 5 Nov 2026')).toHaveLength(2);
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({ kind, id: record });
    expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('what another account has taken is named and no longer offered', async () => {
    open([
      known(both, records({ signatures: [signature] })),
      refuses(claimRecord, 409, { message: 'This belongs to another account.' }),
    ]);
    await press(/PX-7K4M2$/);
    expect(await screen.findByText('Not added')).toBeTruthy();
    expect(screen.getByText('This belongs to another account.')).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /PX-7K4M2$/ })).toBeNull());
  });
});

describe('removing from the account', () => {
  const removing = () => [
    known(claimed, both),
    answers(releaseRecord, { message: 'It is no longer in your account.' }),
  ];
  const answer = async (name: string) =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

  test('is asked about, and then offered to be added again', async () => {
    const { log } = open(removing());
    await press('Remove PX-7K4M2');
    await answer('Remove');
    expect(await screen.findByText('Removed from your account')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Add to my account PX-7K4M2' })).toBeTruthy();
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'application',
      id: application.id,
    });
  });

  test('is not done by who thinks again', async () => {
    const { log } = open(removing());
    await press('Remove Unity Declaration');
    await answer('Cancel');
    expect(log.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(screen.getAllByText('In your account since 5 Nov 2026')).toHaveLength(2);
  });
});

describe('opening', () => {
  test('is offered for what is in the account, and leads to the application’s page', async () => {
    const { opened, log } = open([known(claimed), answers(openClaimed, { reference: 'PX-7K4M2' })]);
    await press('Open PX-7K4M2');
    await vi.waitFor(() => expect(opened).toEqual(['/application#PX-7K4M2']));
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({ id: application.id });
    expect(screen.getAllByRole('button', { name: /^Open/ })).toHaveLength(1);
  });

  test('goes nowhere, and complains of nothing, when the password is not given', async () => {
    const { opened } = open([known(claimed)], { password: 'not given' });
    await press('Open PX-7K4M2');
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Open PX-7K4M2' }).ariaDisabled).not.toBe('true'),
    );
    expect(opened).toEqual([]);
    expect(screen.queryByText('Not opened')).toBeNull();
  });

  test('that is refused says why', async () => {
    const { opened } = open([
      known(claimed),
      refuses(openClaimed, 404, { message: 'This is not in your account.' }),
    ]);
    await press('Open PX-7K4M2');
    expect(await screen.findByText('Not opened')).toBeTruthy();
    expect(opened).toEqual([]);
  });
});
