import type { SandboxServices } from '../../../server/external-services.ts';
import { openSite, type Site, type Visitor } from '../../../server/testing.ts';
import type { RenderPage } from '../../../shared/page.ts';
import { ensureFirstAdmin } from '../../members/administrators/first-administrator.service.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { failedChecks, checkLedger } from '../admin/reconciliation/ledger-check.service.ts';

const firstAdmin = { email: 'boss@example.org', password: 'baobab-at-noon' };

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
export async function openPaymentSite(
  options: {
    rails?: object[];
    work?: boolean;
    mail?: boolean;
    sandboxServices?: SandboxServices;
    render?: RenderPage;
    environment?: Record<string, string>;
  } = {},
) {
  const site = await openSite({
    ...(options.sandboxServices ? { sandboxServices: options.sandboxServices } : {}),
    ...(options.render ? { render: options.render } : {}),
    work: options.work ?? false,
    mail: options.mail ?? false,
    environment: {
      ADDRESS_LIMIT_FACTOR: '100000',
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      ...options.environment,
    },
  });
  await ensureFirstAdmin(site.context);
  const admin = site.visitor();
  const login = () => admin.post('/api/auth/login', firstAdmin);
  await login();
  for (const config of options.rails ?? [zelle, bank]) {
    const { status, text } = await admin.post('/api/admin/payment-config', config);
    if (status !== 201) throw new Error(text);
  }
  return Object.assign(site, { admin, login });
}

export type PaymentSite = Awaited<ReturnType<typeof openPaymentSite>>;

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
export const myApplications = async (visitor: Visitor) =>
  (await visitor.get('/api/applications/mine')).body as MyApplication[];

/** The id of the payment that waits with this number. */
export async function findClaimId(site: PaymentSite, number: string): Promise<string> {
  const rows = (await site.admin.get('/api/admin/payments?status=claimed')).body as {
    id: string;
    number: string;
  }[];
  const found = rows.find((row) => row.number === number);
  if (!found) throw new Error(`No claim ${number} waits.`);
  return found.id;
}

/** Sends a claim, by a new browser unless one is given; answers the browser and the id of the payment that waits. */
export async function submitClaim(
  site: PaymentSite,
  number: string,
  {
    visitor = site.visitor(),
    ...details
  }: Parameters<typeof claim>[1] & { visitor?: Visitor } = {},
) {
  const answer = await visitor.post('/payment/submit', claim(number, details));
  if (answer.status !== 201) throw new Error(answer.text);
  return { visitor, id: await findClaimId(site, number) };
}

/** The browser's newest application. */
export async function myApplication(visitor: Visitor): Promise<MyApplication> {
  const [application] = await myApplications(visitor);
  if (!application) throw new Error('The payer has no application.');
  return application;
}

/** A day as an administrator enters it. */
export const today = (site: PaymentSite) => site.clock.now().toISOString().slice(0, 10);

export const confirm = async (
  site: PaymentSite,
  number: string,
  receivedAmount: number | string,
  more: object = {},
) =>
  site.admin.post(`/api/admin/payments/${await findClaimId(site, number)}/confirm`, {
    receivedAmount,
    receivedOn: today(site),
    acceptDifference: true,
    ...more,
  });

/** For the end of every test file about money: the whole database must agree with itself. */
export async function expectLedgerToBalance(
  { db }: Pick<Site, 'db'>,
  /** Rules that a test cannot keep because it takes steps which no rail takes. */
  { except = [] }: { except?: readonly string[] } = {},
): Promise<void> {
  const broken = failedChecks(await checkLedger(db)).filter(({ rule }) => !except.includes(rule));
  const faults = broken.flatMap((one) => one.faults.map((fault) => ({ rule: one.rule, ...fault })));
  if (faults.length > 0)
    throw new Error(`The ledger does not balance:\n${JSON.stringify(faults, undefined, 2)}`);
}

/** Closes the site at the end of a test file about money; fails when the ledger does not balance. */
export async function closeWithBalancedLedger(
  site: Site,
  options?: Parameters<typeof expectLedgerToBalance>[1],
): Promise<void> {
  try {
    await expectLedgerToBalance(site, options);
  } finally {
    await site.close();
  }
}
