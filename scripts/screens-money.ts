import type { Page } from '@playwright/test';
import { ADMIN } from '../testing/app.ts';
import { cookieFrom, logInAsAdmin, send } from '../testing/visit.ts';
import { logIn, type Screen } from './screen.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PAYMENT_METHODS = [
  { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } },
  {
    configType: 'bank',
    configData: {
      bankName: 'Unity Bank',
      accountName: 'One Africa',
      accountNumber: '000123456789',
      routingNumber: '021000021',
    },
  },
  { configType: 'crypto', configData: { ethereumAddress: ADDRESS } },
];
/** Names and countries of applicants, and how many steps of the board they are past. */
const APPLICANTS = [
  ['Fatoumata', 'Diarra', 'Mali', 0],
  ['Kofi', 'Asante', 'Ghana', 0],
  ['Oluwaseun', 'Babatunde Adeyemi-Fashola', 'Nigeria', 0],
  ['Thandiwe', 'Nkosi', 'South Africa', 1],
  ['Awa', 'Diop', 'Senegal', 2],
  ['Chidinma', 'Eze', 'Nigeria', 2],
] as const;
const STEPS = ['in_review', 'approved'] as const;

const personOf = (firstName: string, lastName: string, country: string) => ({
  firstName,
  lastName,
  dateOfBirth: '03/31/1990',
  placeOfBirth: 'Kano',
  currentNationality: country,
  telephone: '+234 803 123 4567',
  email: `${firstName.toLowerCase()}@example.org`,
  homeAddress: '12 Unity Road, opposite the mosque',
  noticeVersion: '2026-11',
});

/** Sends a request; throws unless it succeeds. */
async function succeed(origin: string, path: string, body: unknown, cookie?: string) {
  const answer = await send(origin, { path, body, cookie });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer;
}

let claims = 0;

/** Pays one instalment with Zelle and confirms it. Returns the payer's cookie. */
async function payOne(origin: string, admin: string, plan: string, more: object, cookie?: string) {
  const number = `SCREEN${(claims += 1)}`;
  const claimed = await succeed(
    origin,
    '/payment/submit',
    { paymentMethod: 'zelle', paymentData: { confirmationNumber: number, plan }, ...more },
    cookie,
  );
  const list = await send(origin, {
    method: 'GET',
    path: '/api/admin/payments?status=claimed',
    cookie: admin,
  });
  const waiting = JSON.parse(list.text) as { id: string; number: string; amount: string }[];
  const claim = waiting.find((one) => one.number === number);
  const receivedOn = new Date().toISOString().slice(0, 10);
  const found = { receivedAmount: claim?.amount, receivedOn };
  await succeed(origin, `/api/admin/payments/${claim?.id}/confirm`, found, admin);
  return cookieFrom(claimed);
}

/** Adds payment methods, and applicants who have paid and wait for their kits. */
export async function openPaymentSite(origin: string): Promise<void> {
  const admin = await logInAsAdmin(origin, ADMIN);
  for (const method of PAYMENT_METHODS)
    await succeed(origin, '/api/admin/payment-config', method, admin);
  for (const [firstName, lastName, country, steps] of APPLICANTS) {
    const applicationData = personOf(firstName, lastName, country);
    const cookie = await payOne(origin, admin, 'onetime', { applicationData });
    const own = await send(origin, { method: 'GET', path: '/api/applications/mine', cookie });
    const [application] = JSON.parse(own.text) as { id: string }[];
    for (const to of STEPS.slice(0, steps)) {
      const body = { ids: [application?.id], to };
      await succeed(origin, '/api/admin/fulfilment/steps', body, admin);
    }
  }
}

/** Starts an application in this browser. */
async function apply(page: Page, plan: 'onetime' | 'installment') {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/api/applications`, {
    headers: { origin },
    data: { plan, applicationData: personOf('Amina', 'Bello', 'Nigeria') },
  });
  return { origin, ...((await answer.json()) as { id: string }) };
}

/** Opens the checkout dialog. */
async function toPay(page: Page) {
  await apply(page, 'onetime');
  await page.reload();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  return page.getByRole('dialog', { name: 'Complete Your Payment' });
}

async function toCrypto(page: Page) {
  const dialog = await toPay(page);
  await dialog.getByRole('tab', { name: 'Crypto' }).click();
  await dialog.getByRole('radio', { name: /^ETH/ }).check();
  await dialog.getByRole('timer').waitFor();
  return dialog;
}

/** Opens a plan with two paid instalments. */
async function toPlan(page: Page) {
  const { origin, id } = await apply(page, 'installment');
  const admin = await logInAsAdmin(origin, ADMIN);
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (let due = 0; due < 2; due++)
    await payOne(origin, admin, 'installment', { applicationId: id }, cookie);
  await page.reload();
  await page
    .getByRole('link', { name: /^Receipt OAP-/ })
    .first()
    .waitFor();
}

/** Logs in and closes the welcome message. */
async function toDashboard(page: Page) {
  await logIn(page);
  const welcome = page.locator('.toast');
  await welcome.getByRole('button').click();
  await welcome.waitFor({ state: 'detached' });
}

/** LIST of the screens about payments. */
export const MONEY_SCREENS: Readonly<Record<string, Screen>> = {
  'pay-card': {
    path: '/application',
    act: async (page) => {
      const dialog = await toPay(page);
      const paypal = dialog.getByRole('button', { name: 'PayPal', exact: true });
      await paypal.waitFor();
      await paypal.scrollIntoViewIfNeeded();
    },
  },
  'pay-crypto': { path: '/application', act: toCrypto },
  'pay-qr-code': {
    path: '/application',
    act: async (page) => {
      const dialog = await toCrypto(page);
      await dialog.getByRole('button', { name: 'Wallet on another device (QR code)' }).click();
      await page.getByRole('img', { name: 'QR code that connects your wallet' }).waitFor();
    },
  },
  'application-plan': { path: '/application', act: toPlan },
  receipt: {
    path: '/application',
    act: async (page) => {
      await toPlan(page);
      await page
        .getByRole('link', { name: /^Receipt OAP-/ })
        .first()
        .click();
      await page.getByRole('heading', { name: /^Receipt OAP-/ }).waitFor();
    },
  },
  'admin-board': {
    path: '/admin/fulfilment?status=approved',
    act: async (page) => {
      await toDashboard(page);
      await page.getByRole('checkbox', { name: /^Select all/ }).check();
    },
  },
  'admin-reconciliation': {
    path: '/admin/payments/reconciliation',
    act: async (page) => {
      await toDashboard(page);
      await page.getByRole('table').first().scrollIntoViewIfNeeded();
    },
  },
  'admin-statement': {
    path: '/admin/payments/statements',
    act: async (page) => {
      await toDashboard(page);
      await page.getByRole('radio', { name: 'Bank transfer' }).check();
      await page.getByLabel('Statement file').setInputFiles({
        name: 'november.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Date;Text;Amount\r\n05.11.2026;"WIRE AMINA BELLO PX 7K4M2";1.000,00\r\n06.11.2026;Rent;-30,00',
        ),
      });
      await page.getByRole('heading', { name: /What does each column/ }).waitFor();
    },
  },
};
