import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { NOTICE } from '../../shared/notice.ts';
import type { ShownReceipt } from '../../shared/page.ts';
import { ContentProvider } from '../content.tsx';
import { localeOf } from '../locales.ts';
import { WordsProvider } from '../words.tsx';
import { ReceiptPage } from './ReceiptPage.tsx';

afterEach(cleanup);

const receipt: ShownReceipt = {
  applicationId: null,
  name: 'OAP-000123',
  issuedAt: '2026-11-21T10:00:00.000Z',
  reference: 'PX-7K4M2',
  payer: 'Ama Mensah',
  email: 'ama@example.org',
  method: 'Zelle',
  plan: 'Payment plan',
  instalment: 2,
  instalments: 12,
  received: '100.00',
  due: '100.00',
  currency: 'USD',
  receivedOn: '2026-11-20',
  lastInstalment: null,
  railReference: 'ZL-1',
  isOnChain: false,
  balance: {
    paid: '$200',
    total: '$1,200',
    left: '$1,000',
    next: { amount: '$100', day: '2026-12-20', isDue: false },
  },
  today: '2026-11-22',
  key: null,
  isTest: false,
  refunded: null,
  isVoid: false,
  successor: null,
};

function show(changes: Partial<ShownReceipt> = {}, language = 'en') {
  render(
    <WordsProvider locale={localeOf(language)}>
      <ContentProvider content={{}}>
        <ReceiptPage receipt={{ ...receipt, ...changes }} />
      </ContentProvider>
    </WordsProvider>,
  );
}
const facts = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

describe('a receipt', () => {
  test('says who paid how much for what, when and how', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Receipt OAP-000123' })).toBeTruthy();
    expect(screen.getByText('$100.00 USD')).toBeTruthy();
    expect(screen.getByText('One Africa Passport campaign kit, payment 2 of 12')).toBeTruthy();
    expect(facts()).toEqual([
      ['Received on', '20 November 2026'],
      ['Method', 'Zelle'],
      ['Payment number', 'ZL-1'],
      ['Plan', 'Payment plan'],
      ['Paid by', 'Ama Mensah'],
      ['Email', 'ama@example.org'],
      ['Application', 'PX-7K4M2'],
      ['Issued on', '21 November 2026'],
    ]);
  });

  test('says how much of the whole is paid, what is left and when the next payment is due', () => {
    show();
    const balance = () => screen.getByRole('region', { name: 'Balance on 22 November 2026' });
    expect(balance().textContent).toContain('$200 of $1,200 paid, $1,000 left.');
    expect(balance().textContent).toContain('Next payment: $100 on 20 December 2026.');
    cleanup();
    const next = { amount: '$100', day: '2026-11-22', isDue: true };
    show({ balance: { ...receipt.balance!, next } });
    expect(balance().textContent).toContain('$100 is due now.');
    cleanup();
    show({ balance: { paid: '$1,200', total: '$1,200', left: null, next: null } });
    expect(balance().textContent).toContain('$1,200 of $1,200 paid.Nothing more is due.');
  });

  test('of crypto names the token and its transaction', () => {
    show({ method: 'USDT', isOnChain: true, railReference: '0xabc' });
    expect(facts()).toContainEqual(['Method', 'USDT']);
    expect(facts()).toContainEqual(['Transaction hash', '0xabc']);
  });

  test('of one payment, and of the rest of a plan paid at once, says so', () => {
    show({ instalment: 1, instalments: 1 });
    expect(screen.getByText('One Africa Passport campaign kit')).toBeTruthy();
    cleanup();
    show({ instalment: 4, lastInstalment: 12 });
    expect(
      screen.getByText('One Africa Passport campaign kit, payments 4 to 12 of 12'),
    ).toBeTruthy();
  });

  test('that is void says so, names its successor and claims nothing', () => {
    show({ isVoid: true, successor: 'OAP-000130', balance: null });
    expect(screen.getByText('This receipt is void.')).toBeTruthy();
    expect(screen.getByText(/Receipt OAP-000130 replaces it\./)).toBeTruthy();
    expect(screen.getByText('$100.00 USD').tagName).toBe('S');
    expect(screen.queryByText(/ paid/)).toBeNull();
  });

  test('says what the kit is not', () => {
    show();
    expect(screen.getByText(NOTICE)).toBeTruthy();
  });

  test('of the sandbox says that no real money moved, and of real money does not', () => {
    show({ isTest: true });
    expect(screen.getByText('Sandbox: no real money moved')).toBeTruthy();
    cleanup();
    show();
    expect(screen.queryByText('Sandbox: no real money moved')).toBeNull();
  });

  test('can be printed, and leads back to its application', () => {
    show();
    const print = screen.getByRole('button', { name: 'Print' });
    expect(print.matches('[data-print].needs-script')).toBe(true);
    expect(
      screen.getByRole('link', { name: 'Back to your application' }).getAttribute('href'),
    ).toBe('/application#PX-7K4M2');
    cleanup();
    show({}, 'fr');
    expect(screen.getByRole('link', { name: 'Retour à votre demande' }).getAttribute('href')).toBe(
      '/application?lang=fr#PX-7K4M2',
    );
  });

  test('leads an administrator back to the payments, in their own language', () => {
    const applicationId = '00000000-0000-4000-8000-000000000001';
    show({ applicationId }, 'fr');
    expect(screen.getByRole('link', { name: 'Retour aux paiements' }).getAttribute('href')).toBe(
      `/admin/payments/application?id=${applicationId}`,
    );
    expect(screen.queryByRole('link', { name: 'Retour à votre demande' })).toBeNull();
  });

  test('names what was due where it is not what came, and what has gone back', () => {
    show({ due: '120.00', refunded: '25.50' });
    expect(facts()).toContainEqual(['Amount due', '$120.00 USD']);
    expect(facts()).toContainEqual(['Refunded since', '$25.50 USD']);
  });

  test('speaks the applicant’s language, and leads to the other with the key of its link', () => {
    show({ key: 'k_1' }, 'fr');
    expect(screen.getByRole('heading', { name: 'Reçu OAP-000123' })).toBeTruthy();
    expect(facts()).toContainEqual(['Reçu le', '20 novembre 2026']);
    expect(screen.getByText(/^\$200 payés sur \$1.200, il reste \$1.000\.$/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'English' }).getAttribute('href')).toBe(
      '/receipt/OAP-000123?lang=en&key=k_1',
    );
  });
});
