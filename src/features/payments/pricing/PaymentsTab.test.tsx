import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../web/queries.ts';
import { RecentPasswordContext } from '../../../web/recentPassword.ts';
import {
  answers,
  holdBack,
  inTurn,
  refuses,
  type Sent,
  serve,
} from '../../../web/testing.fetch.ts';
import { ConfirmProvider } from '../../../web/ui/confirm.tsx';
import { Toaster } from '../../../web/ui/toast.tsx';
import { reauthenticate } from '../../members/login/login.contract.ts';
import { useReauthentication } from '../../members/login/useReauthentication.tsx';
import { PaymentsTab } from './PaymentsTab.tsx';
import {
  changePaymentConfig,
  createPaymentConfig,
  deletePaymentConfig,
  listPaymentConfig,
} from './payment-config.contract.ts';

const address = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419';
const configOf = (configType: string, configData: object, isActive = true) => ({
  id: crypto.randomUUID(),
  configType,
  configData,
  isActive,
  updatedBy: crypto.randomUUID(),
  updatedAt: '2026-11-05T10:00:00.000Z',
});
const zelle = configOf('zelle', { email: 'pay@example.org', phone: '' });
const crypto_ = configOf('crypto', {
  ethereumAddress: address,
  bitcoinAddress: '',
  usdtAddress: '',
});

function Page() {
  const { withRecentPassword, dialog } = useReauthentication();
  return (
    <RecentPasswordContext value={withRecentPassword}>
      <ConfirmProvider>
        <PaymentsTab />
        {dialog}
      </ConfirmProvider>
      <Toaster />
    </RecentPasswordContext>
  );
}

function open() {
  const client = createQueryClient(() => undefined);
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
}

const choose = (type: string) =>
  userEvent.selectOptions(screen.getByLabelText('Payment type'), type);
const save = () => userEvent.click(screen.getByRole('button', { name: /save configuration/i }));
const posts = (log: Sent[]) => log.filter((sent) => sent.method === 'POST');

/** In a toast, and beside the form, where it stays. */
async function saysMissing(sentence: string) {
  const toast = (await screen.findByText('Missing Information')).closest('.toast');
  expect(toast?.textContent).toContain(sentence);
  const form = screen.getByRole('button', { name: /save configuration/i }).closest('form');
  expect(within(form ?? document.body).getAllByText(sentence).length).toBeGreaterThan(0);
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(cleanup);

describe('a new configuration', () => {
  test('needs a type', async () => {
    const log = serve(answers(listPaymentConfig, []));
    open();
    await save();
    const sentence = 'Please select a payment type and fill in configuration data.';
    await saysMissing(sentence);
    expect(posts(log)).toHaveLength(0);
  });

  test('needs data', async () => {
    const log = serve(answers(listPaymentConfig, []));
    open();
    await choose('Bank wire');
    await save();
    const sentence = 'Please select a payment type and fill in configuration data.';
    await saysMissing(sentence);
    expect(posts(log)).toHaveLength(0);
  });

  test('of prices cannot be saved before those in force are there', async () => {
    serve(answers(listPaymentConfig, []));
    const answer = holdBack(listPaymentConfig);
    open();
    await choose('Pricing');
    expect(screen.queryByRole('button', { name: /save configuration/i })).toBeNull();
    answer();
    await screen.findByDisplayValue('1000.00');
    expect(screen.getByRole('button', { name: /save configuration/i })).toBeTruthy();
  });

  test('sends the bank fields and joins the list', async () => {
    const bank = {
      bankName: 'First Bank',
      accountName: 'One Africa',
      accountNumber: '00123',
      routingNumber: '021000021',
      bic: 'COBADEFF',
      iban: 'DE89370400440532013000',
    };
    const log = serve(
      inTurn(answers(listPaymentConfig, []), answers(listPaymentConfig, [configOf('bank', bank)])),
      answers(createPaymentConfig, { message: 'It is active from now on.' }),
    );
    open();
    await choose('Bank wire');
    await userEvent.type(screen.getByLabelText('Bank name'), bank.bankName);
    await userEvent.type(screen.getByLabelText('Account name'), bank.accountName);
    await userEvent.type(screen.getByLabelText('Account number'), bank.accountNumber);
    await userEvent.type(screen.getByLabelText('Routing number'), bank.routingNumber);
    await userEvent.type(screen.getByLabelText('SWIFT/BIC'), bank.bic);
    await userEvent.type(screen.getByLabelText('IBAN'), bank.iban);
    await save();
    expect(await screen.findByText('Payment Config Created')).toBeTruthy();
    expect(posts(log)[0]?.body).toEqual({ configType: 'bank', configData: bank, replaces: null });
    expect(await screen.findByText(/First Bank · One Africa · 00123 · 021000021/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Bank name').value).toBe('');
  });

  test('of prices keeps amounts as typed and the number of payments as a number', async () => {
    const log = serve(
      answers(listPaymentConfig, []),
      answers(createPaymentConfig, { message: 'It is active from now on.' }),
    );
    open();
    await choose('Pricing');
    const once = await screen.findByLabelText<HTMLInputElement>('One-time amount in USD');
    expect(once.placeholder).toBe('1.00');
    expect(once.step).toBe('0.01');
    const plan = screen.getByLabelText<HTMLInputElement>('Payment plan amount in USD');
    // In force as long as none is stored.
    expect([once.value, plan.value]).toEqual(['1000.00', '100.00']);
    await userEvent.clear(once);
    await userEvent.type(once, '950.50');
    await userEvent.clear(plan);
    await userEvent.type(plan, '90');
    await save();
    await waitFor(() => expect(posts(log)).toHaveLength(1));
    expect(posts(log)[0]?.body).toMatchObject({
      configType: 'pricing',
      configData: {
        onetime: { title: 'One-Time Payment', amount: '950.50' },
        installment: { amount: '90', totalPayments: 12 },
      },
    });
  });

  test('of prices begins with those in force, before and after it is saved', async () => {
    const sold = (onetime: string, plan: string, isActive = true) =>
      configOf(
        'pricing',
        {
          onetime: { title: 'Once', amount: onetime, description: 'In full.' },
          installment: { title: 'Plan', amount: plan, description: 'Monthly.', totalPayments: 10 },
        },
        isActive,
      );
    const before = sold('1200.00', '150.00');
    const log = serve(
      inTurn(
        answers(listPaymentConfig, [before]),
        answers(listPaymentConfig, [sold('1200.00', '160.00'), { ...before, isActive: false }]),
      ),
      answers(createPaymentConfig, { message: 'It is active from now on.' }),
    );
    open();
    await choose('Pricing');
    const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    await screen.findByLabelText('One-time amount in USD');
    expect(valueOf('One-time amount in USD')).toBe('1200.00');
    expect(valueOf('Payment plan amount in USD')).toBe('150.00');
    await userEvent.clear(screen.getByLabelText('Payment plan amount in USD'));
    await userEvent.type(screen.getByLabelText('Payment plan amount in USD'), '160');
    await save();
    await screen.findByText('Payment Config Created');
    expect(posts(log)[0]?.body).toMatchObject({
      configData: { onetime: { amount: '1200.00' }, installment: { amount: '160' } },
    });
    await waitFor(() => expect(valueOf('Payment plan amount in USD')).toBe('160.00'));
  });

  test('complains about a wrong checksum at the address', async () => {
    const log = serve(answers(listPaymentConfig, []));
    open();
    await choose('Crypto');
    const field = screen.getByLabelText('Ethereum address');
    await userEvent.type(field, address.replace('5f4e', '5F4e'));
    await save();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent).join(' ');
    expect(texts).toContain('checksum does not match');
    expect(posts(log)).toHaveLength(0);
  });

  test('that would take the place of one that someone else has made meanwhile shows it first', async () => {
    const theirs = configOf('zelle', { email: 'kofi@example.org', phone: '' });
    const log = serve(
      inTurn(
        answers(listPaymentConfig, [zelle]),
        answers(listPaymentConfig, [{ ...zelle, isActive: false }, theirs]),
      ),
      inTurn(
        refuses(createPaymentConfig, 409, { message: 'Someone else has changed this.' }),
        answers(createPaymentConfig, { message: 'It is active from now on.' }),
      ),
    );
    open();
    await screen.findByText('pay@example.org');
    await choose('Zelle');
    await userEvent.type(screen.getByLabelText('Email'), 'mine@example.org');
    await save();
    const seen = await screen.findByText('kofi@example.org', { selector: 'dd' });
    expect(seen.closest('[role=alert]')?.textContent).toContain('Someone else has changed this');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mine@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save my version' }));
    expect(await screen.findByText('Payment Config Created')).toBeTruthy();
    expect(posts(log).map(({ body }) => (body as { replaces: string }).replaces)).toEqual([
      zelle.id,
      theirs.id,
    ]);
  });

  test('that the server refuses keeps the words and says why twice', async () => {
    serve(
      answers(listPaymentConfig, []),
      refuses(createPaymentConfig, 409, { message: 'Somebody else is changing this.' }),
    );
    open();
    await choose('Zelle');
    await userEvent.type(screen.getByLabelText('Email'), 'pay@example.org');
    await save();
    expect(await screen.findByText('Creation Failed')).toBeTruthy();
    expect(screen.getAllByText('Somebody else is changing this.')).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('pay@example.org');
  });
});

describe('an old password', () => {
  const stale = refuses(createPaymentConfig, 403, {
    message: 'Please enter your password again to continue.',
    reason: 'reauthenticate',
  } as { message: string });

  async function saveZelle() {
    open();
    await choose('Zelle');
    await userEvent.type(screen.getByLabelText('Email'), 'pay@example.org');
    await save();
    return screen.findByRole('dialog', { name: 'Confirm your password' });
  }

  test('is asked for again, and the same request is sent once more under the same key', async () => {
    const log = serve(
      answers(listPaymentConfig, []),
      inTurn(stale, answers(createPaymentConfig, { message: 'Payment configuration created.' })),
      answers(reauthenticate, { message: 'Thank you. Please continue.' }),
    );
    const dialog = await saveZelle();
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'a long sentence{Enter}');
    expect(await screen.findByText('Payment Config Created')).toBeTruthy();
    const [first, password, second] = posts(log);
    expect(password?.body).toEqual({ password: 'a long sentence' });
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  });

  test('that is wrong is said in the dialog, and can be corrected there', async () => {
    serve(
      answers(listPaymentConfig, []),
      inTurn(stale, answers(createPaymentConfig, { message: 'Payment configuration created.' })),
      inTurn(
        refuses(reauthenticate, 400, {
          message: 'The password is incorrect.',
          fields: { password: 'The password is incorrect.' },
        } as { message: string }),
        answers(reauthenticate, { message: 'Thank you. Please continue.' }),
      ),
    );
    const dialog = await saveZelle();
    const password = within(dialog).getByLabelText('Your password');
    await userEvent.type(password, 'not the one{Enter}');
    expect(await within(dialog).findAllByText('The password is incorrect.')).toHaveLength(2);
    await userEvent.clear(password);
    // The focus must stay in the field while the complaint about it goes.
    await userEvent.keyboard('a long sentence{Enter}');
    expect(await screen.findByText('Payment Config Created')).toBeTruthy();
  });

  test('that no one gives leaves the form as it was', async () => {
    serve(answers(listPaymentConfig, []), stale);
    const dialog = await saveZelle();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = await screen.findByRole('button', { name: /save configuration/i });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    expect(screen.queryByText('Creation Failed')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('pay@example.org');
  });
});

describe('the list', () => {
  test('shows 20 characters of a crypto address, and all of it when unfolded', async () => {
    serve(answers(listPaymentConfig, [crypto_]));
    open();
    expect(await screen.findByText(`${address.slice(0, 20)}…`)).toBeTruthy();
    expect(screen.queryByText(address)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Crypto' }));
    expect(screen.getByText(address)).toBeTruthy();
  });

  test('switches a configuration off', async () => {
    const log = serve(
      inTurn(
        answers(listPaymentConfig, [zelle]),
        answers(listPaymentConfig, [{ ...zelle, isActive: false }]),
      ),
      answers(changePaymentConfig, { message: 'Payment configuration updated.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Zelle is active' }));
    expect(await screen.findByText('Off')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
    const sent = log.find(({ method }) => method === 'PUT');
    expect(sent).toMatchObject({
      path: `/api/admin/payment-config/${zelle.id}`,
      body: { isActive: false, version: Date.parse(zelle.updatedAt), replaces: zelle.id },
    });
  });

  test('keeps the switch and says why when it cannot be moved', async () => {
    serve(
      answers(listPaymentConfig, [zelle]),
      refuses(changePaymentConfig, 503, { message: 'The database is away.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Zelle is active' }));
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  });

  test('deletes only after a yes', async () => {
    const log = serve(
      inTurn(answers(listPaymentConfig, [zelle]), answers(listPaymentConfig, [])),
      answers(deletePaymentConfig, { message: 'Payment configuration deleted.' }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Zelle' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(log.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Zelle' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete configuration' }));
    expect(await screen.findByText('Payment Config Deleted')).toBeTruthy();
    const deletion = log.find(({ method }) => method === 'DELETE');
    expect(deletion?.query.get('version')).toBe(String(Date.parse(zelle.updatedAt)));
    expect(await screen.findByText(/No payment configuration yet/)).toBeTruthy();
    const heading = screen.getByRole('heading', { name: 'Current configurations' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('is not deleted where someone else has changed it since, and shows what is stored', async () => {
    const message = 'Someone else has changed this in the meantime.';
    serve(
      inTurn(
        answers(listPaymentConfig, [zelle]),
        answers(listPaymentConfig, [{ ...zelle, configData: { email: 'other@example.org' } }]),
      ),
      refuses(deletePaymentConfig, 409, { message }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Zelle' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete configuration' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText('other@example.org')).toBeTruthy();
  });

  test('stays as it is, without a complaint, when the password is not given', async () => {
    const message = 'Please enter your password again.';
    serve(
      answers(listPaymentConfig, [zelle]),
      refuses(deletePaymentConfig, 403, { message, reason: 'reauthenticate' } as {
        message: string;
      }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Zelle' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete configuration' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your password' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Zelle' })).toBeTruthy());
    expect(screen.queryByText('Deletion Failed')).toBeNull();
  });

  test('says why it could not be loaded and tries again', async () => {
    serve(
      inTurn(
        refuses(listPaymentConfig, 503, { message: 'The database is away.' }),
        answers(listPaymentConfig, [zelle]),
      ),
    );
    open();
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('pay@example.org')).toBeTruthy();
  });
});
