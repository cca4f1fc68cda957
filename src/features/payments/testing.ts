import type { StandIns } from '../../server/outside.ts';
import { openSite, type Site, type Visitor } from '../../server/testing.ts';
import type { RenderPage } from '../../shared/page.ts';
import { ensureFirstAdmin } from '../members/administrator.service.ts';
import type { MyApplication } from './checkout.contract.ts';
import { brokenIn, checkLedger } from './ledger/check.service.ts';

const boss = { email: 'boss@example.org', password: 'baobab-at-noon' };

/** Details of an applicant as the form sends them. */
export const person = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Ama',
  lastName: 'Mensah',
  dateOfBirth: '02/29/1988',
  placeOfBirth: 'Kumasi',
  currentNationality: 'Ghana',
  telephone: '+233 24 123 4567',
  email: 'ama@example.org',
  homeAddress: '12 Osu Badu Street, Accra',
  ...changes,
});

export const zelle = { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } };
export const bank = {
  configType: 'bank',
  configData: {
    bankName: 'First Bank',
    accountName: 'One Africa',
    accountNumber: '000123456789',
    routingNumber: '021000021',
  },
};
export const pricing = (
  onetime: number | string,
  installment: number | string,
  totalPayments = 12,
) => ({
  configType: 'pricing',
  configData: { onetime: { amount: onetime }, installment: { amount: installment, totalPayments } },
});

/** A site with an administrator, on which Zelle and bank are open unless `rails` says otherwise. */
export async function openShop(
  options: {
    rails?: object[];
    work?: boolean;
    mail?: boolean;
    standIns?: StandIns;
    render?: RenderPage;
  } = {},
) {
  const site = await openSite({
    ...(options.standIns ? { standIns: options.standIns } : {}),
    ...(options.render ? { render: options.render } : {}),
    work: options.work ?? false,
    mail: options.mail ?? false,
    environment: {
      ADDRESS_LIMIT_FACTOR: '100000',
      ADMIN_EMAIL: boss.email,
      ADMIN_PASSWORD: boss.password,
    },
  });
  await ensureFirstAdmin(site.house);
  const admin = site.visitor();
  const login = () => admin.post('/api/auth/login', boss);
  await login();
  for (const config of options.rails ?? [zelle, bank]) {
    const { status, text } = await admin.post('/api/admin/payment-config', config);
    if (status !== 201) throw new Error(text);
  }
  return Object.assign(site, { admin, login });
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The body of `POST /payment/submit`. */
export const claim = (
  number: string,
  changes: {
    method?: 'zelle' | 'bank';
    plan?: string;
    data?: object;
    person?: object;
    top?: object;
  } = {},
) => {
  const { method = 'zelle', plan = 'onetime' } = changes;
  return {
    paymentMethod: method,
    paymentData: {
      [method === 'zelle' ? 'confirmationNumber' : 'referenceNumber']: number,
      plan,
      ...changes.data,
    },
    applicationData: changes.person ?? person(),
    ...changes.top,
  };
};

/** The browser's applications as it sees them, newest first. */
export const mine = async (visitor: Visitor) =>
  (await visitor.get('/api/applications/mine')).body as MyApplication[];

/** The id of the payment that waits with this number. */
export async function claimId(shop: Shop, number: string): Promise<string> {
  const rows = (await shop.admin.get('/api/admin/payments?status=claimed')).body as {
    id: string;
    number: string;
  }[];
  const found = rows.find((row) => row.number === number);
  if (!found) throw new Error(`No claim ${number} waits.`);
  return found.id;
}

/** A day as an administrator enters it. */
export const today = (shop: Shop) => shop.clock.now().toISOString().slice(0, 10);

export const confirm = async (
  shop: Shop,
  number: string,
  receivedAmount: number | string,
  more: object = {},
) =>
  shop.admin.post(`/api/admin/payments/${await claimId(shop, number)}/confirm`, {
    receivedAmount,
    receivedOn: today(shop),
    ...more,
  });

/** For the end of every test file about money: the whole database must agree with itself. */
export async function expectBooksToAgree(
  { db }: Pick<Site, 'db'>,
  /** Rules that a test cannot keep because it takes steps which no rail takes. */
  { except = [] }: { except?: readonly string[] } = {},
): Promise<void> {
  const broken = brokenIn(await checkLedger(db)).filter(({ rule }) => !except.includes(rule));
  const faults = broken.flatMap((one) => one.faults.map((fault) => ({ rule: one.rule, ...fault })));
  if (faults.length > 0)
    throw new Error(`The books do not agree:\n${JSON.stringify(faults, undefined, 2)}`);
}

/** Ends a test file about money: the site closes, and fails when its books do not agree. */
export async function closeBooks(
  site: Site,
  options?: Parameters<typeof expectBooksToAgree>[1],
): Promise<void> {
  try {
    await expectBooksToAgree(site, options);
  } finally {
    await site.close();
  }
}
