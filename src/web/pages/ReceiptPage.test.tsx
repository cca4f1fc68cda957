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
  railReference: 'ZL-1',
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
    expect(screen.getByText('We have received $100.00 USD.')).toBeTruthy();
    expect(facts()).toEqual([
      ['Issued on', '21 November 2026'],
      ['Paid by', 'Ama Mensah'],
      ['Email', 'ama@example.org'],
      ['Application', 'PX-7K4M2'],
      ['For', 'One Africa Passport campaign kit'],
      ['Plan', 'Payment plan'],
      ['Payment', '2 of 12'],
      ['Method', 'Zelle'],
      ['Payment reference number', 'ZL-1'],
      ['Received on', '20 November 2026'],
    ]);
  });

  test('that is void says so, names its successor and claims nothing', () => {
    show({ isVoid: true, successor: 'OAP-000130' });
    expect(screen.getByText('This receipt is void.')).toBeTruthy();
    expect(screen.getByText(/Receipt OAP-000130 replaces it\./)).toBeTruthy();
    expect(screen.queryByText(/We have received/)).toBeNull();
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

  test('speaks the applicant’s language', () => {
    show({}, 'fr');
    expect(screen.getByRole('heading', { name: 'Reçu OAP-000123' })).toBeTruthy();
    expect(facts()).toContainEqual(['Reçu le', '20 novembre 2026']);
  });
});
