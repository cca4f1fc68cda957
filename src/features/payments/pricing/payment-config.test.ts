import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { readPageVersion } from '../../../server/pages/page-version.store.ts';
import { minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { users } from '../../../server/user.store.ts';
import { bank, openPaymentSite, pricing, type PaymentSite, zelle } from '../core/testing.ts';
import { listWaysToPay, loadPublicPlans } from './payment-config.service.ts';
import { paymentConfig } from './payment-config.store.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite({ rails: [] });
});
beforeEach(async () => {
  await site.db.delete(paymentConfig);
  await site.login();
});
afterAll(() => site.close());

interface Row {
  id: string;
  configType: string;
  configData: Record<string, unknown>;
  isActive: boolean;
  updatedAt: string;
}
const path = '/api/admin/payment-config';
const create = (config: object) => site.admin.post(path, config);
const list = async () => (await site.admin.get(path)).body as Row[];
const publicList = async () => (await site.visitor().get('/api/payment-config')).body as Row[];
const activeOf = async (configType: string) =>
  (await list()).filter((row) => row.configType === configType && row.isActive);

/** EIP-55's own example (https://eips.ethereum.org/EIPS/eip-55). */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const crypto = (ethereumAddress: string, more = {}) => ({
  configType: 'crypto',
  configData: { ethereumAddress, ...more },
});

describe('a new configuration', () => {
  test('is stored, active, and shown to visitors without who wrote it', async () => {
    expect(await create(zelle)).toMatchObject({
      status: 201,
      body: { message: 'It is active from now on.' },
    });
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        configType: 'zelle',
        configData: zelle.configData,
        isActive: true,
        updatedBy: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect(await publicList()).toEqual([
      { configType: 'zelle', configData: zelle.configData, isActive: true },
    ]);
  });

  test('of a bank takes an IBAN in place of an account and a routing number', async () => {
    const names = { bankName: 'Bank of Examples', accountName: 'One Africa' };
    const international = { ...names, bic: 'cobadeffxxx', iban: 'de89 3704 0044 0532 0130 00' };
    expect((await create({ configType: 'bank', configData: international })).status).toBe(201);
    expect(await publicList()).toMatchObject([
      { configData: { ...names, bic: 'COBADEFFXXX', iban: 'DE89370400440532013000' } },
    ]);
  });

  test('takes the place of the active one of its type and of no other', async () => {
    await create(zelle);
    await create(bank);
    await create({ configType: 'zelle', configData: { phone: '+1 202 555 0100' } });
    expect(
      (await publicList()).map(({ configType, configData }) => [
        configType,
        configData['phone'] ?? null,
      ]),
    ).toEqual([
      ['bank', null],
      ['zelle', '+1 202 555 0100'],
    ]);
    expect(
      (await list()).filter((row) => row.configType === 'zelle').map((row) => row.isActive),
    ).toEqual([true, false]);
  });

  test('that would take the place of another than was seen is refused, made or switched on', async () => {
    await create({ ...zelle, replaces: null });
    const [first] = await list();
    const refused = { status: 409, body: { message: expect.stringContaining('in the meantime') } };
    expect(await create({ ...zelle, replaces: null })).toMatchObject(refused);
    expect(await list()).toHaveLength(1);
    expect((await create({ ...zelle, replaces: first?.id })).status).toBe(201);
    const [second] = await list();
    const old = (await list()).find(({ id }) => id === first?.id);
    const switchOn = (body: object) =>
      site.admin.put(`${path}/${old?.id}`, { isActive: true, ...body });
    expect(await switchOn({ replaces: null })).toMatchObject(refused);
    expect(await switchOn({ version: 1 })).toMatchObject(refused);
    expect((await activeOf('zelle')).map(({ id }) => id)).toEqual([second?.id]);
    const seen = { version: Date.parse(old?.updatedAt ?? ''), replaces: second?.id };
    expect((await switchOn(seen)).status).toBe(200);
    expect((await activeOf('zelle')).map(({ id }) => id)).toEqual([first?.id]);
  });

  test('keeps prices as decimal strings and fills in titles and the twelve payments', async () => {
    await create({
      configType: 'pricing',
      configData: { onetime: { amount: 1250.5 }, installment: { amount: '99.9' } },
    });
    expect((await publicList())[0]?.configData).toMatchObject({
      onetime: { amount: '1250.50', title: 'One-Time Payment' },
      installment: { amount: '99.90', totalPayments: 12 },
    });
    expect(await loadPublicPlans(site.db)).toMatchObject({
      onetime: { amountCents: '125050', payments: 1 },
      installment: { amountCents: '9990', payments: 12 },
    });
  });

  test('keeps an Ethereum address in its checksummed form and never offers Bitcoin', async () => {
    await create(crypto(ADDRESS.toLowerCase(), { bitcoinAddress: 'bc1qexample' }));
    expect((await list())[0]?.configData).toEqual({
      ethereumAddress: ADDRESS,
      bitcoinAddress: 'bc1qexample',
      usdtAddress: '',
    });
    expect((await publicList())[0]?.configData).toEqual({
      ethereumAddress: ADDRESS,
      usdtAddress: '',
    });
  });

  const missing = 'Please select a payment type and fill in configuration data.';
  test.each([
    [{ configType: 'zelle', configData: {} }, missing],
    [{ configType: 'zelle' }, missing],
    [{ configType: 'paypal', configData: { a: 1 } }, missing],
    [
      { configType: 'zelle', configData: { email: '', phone: ' ' } },
      'Enter the email address or the phone number that receives Zelle payments.',
    ],
    [
      { configType: 'zelle', configData: { email: 'nobody' } },
      'Please enter a valid email address',
    ],
    [
      { ...bank, configData: { ...bank.configData, routingNumber: '' } },
      'Please fill in every field of the payment configuration.',
    ],
    [{ ...bank, configData: { ...bank.configData, sortCode: 'X' } }, 'This field is not accepted.'],
    [
      { ...bank, configData: { ...bank.configData, iban: 'DE89 3704 0044 0532 0130 01' } },
      'This is not an IBAN, or its check digits do not match: copy it again.',
    ],
    [
      { ...bank, configData: { ...bank.configData, bic: 'DEUT' } },
      'Enter a SWIFT/BIC of 8 or 11 letters and digits, such as DEUTDEFF.',
    ],
    [
      crypto(`${ADDRESS.slice(0, -1)}D`),
      'This is not an Ethereum address, or its checksum does not match: copy it again.',
    ],
    [
      crypto('0x123'),
      'This is not an Ethereum address, or its checksum does not match: copy it again.',
    ],
    [
      pricing(0, 100),
      'Enter an amount above 0 and up to 1,000,000 with at most two decimals, such as 1000.00.',
    ],
    [
      pricing(1000, -1),
      'Enter an amount above 0 and up to 1,000,000 with at most two decimals, such as 1000.00.',
    ],
    [
      pricing('1000.001', 100),
      'Enter an amount above 0 and up to 1,000,000 with at most two decimals, such as 1000.00.',
    ],
    [
      pricing(1_000_000.01, 100),
      'Enter an amount above 0 and up to 1,000,000 with at most two decimals, such as 1000.00.',
    ],
    [pricing(1000, 100, 1), 'Enter a whole number of payments from 2 to 60.'],
    [pricing(1000, 100, 61), 'Enter a whole number of payments from 2 to 60.'],
    [pricing(1000, 100, 2.5), 'Enter a whole number of payments from 2 to 60.'],
    [{ ...zelle, isActive: false }, 'This field is not accepted.'],
  ])('is refused as %j, and nothing is stored', async (config, message) => {
    expect(await create(config)).toMatchObject({ status: 400, body: { message } });
    expect(await list()).toEqual([]);
  });
});

describe('switching, changing and deleting', () => {
  test('switching one on switches the other of its type off', async () => {
    await create(zelle);
    await create({ configType: 'zelle', configData: { phone: '+1 202 555 0100' } });
    const [, older] = await list();
    expect((await site.admin.put(`${path}/${older?.id}`, { isActive: true })).status).toBe(200);
    expect(await activeOf('zelle')).toMatchObject([{ id: older?.id }]);
  });

  test('switching off turns the rail off, and the pricing back to the defaults', async () => {
    await create(zelle);
    await create(pricing(5, 1));
    expect(await publicList()).toHaveLength(2);
    for (const { id } of await list()) await site.admin.put(`${path}/${id}`, { isActive: false });
    expect(await publicList()).toEqual([]);
    expect(await loadPublicPlans(site.db)).toMatchObject({
      onetime: { amountCents: '100000' },
      installment: { amountCents: '10000', payments: 12 },
    });
  });

  test('changed data is checked like new data', async () => {
    await create(bank);
    const [row] = await list();
    expect(
      (await site.admin.put(`${path}/${row?.id}`, { configData: { bankName: 'X' } })).status,
    ).toBe(400);
    const changed = { ...bank.configData, bankName: 'Second Bank' };
    expect((await site.admin.put(`${path}/${row?.id}`, { configData: changed })).status).toBe(200);
    expect(await list()).toMatchObject([{ id: row?.id, configData: changed, isActive: true }]);
  });

  test('a change that says nothing, or of another type, is refused', async () => {
    await create(bank);
    const [row] = await list();
    expect((await site.admin.put(`${path}/${row?.id}`, {})).status).toBe(400);
    expect(
      (await site.admin.put(`${path}/${row?.id}`, { configType: 'zelle', isActive: true })).status,
    ).toBe(400);
  });

  test('the ways to pay are those that are on, besides the prices', async () => {
    await create(pricing(900, 90));
    expect(await listWaysToPay(site.db)).toEqual([]);
    for (const [type, given, way] of [
      ['zelle', zelle, 'zelle'],
      ['bank', bank, 'us_bank'],
      ['bank', { ...bank, configData: { ...bank.configData, bic: 'COBADEFFXXX' } }, 'bank'],
      ['crypto', crypto(ADDRESS), 'crypto'],
    ] as const) {
      await create(given);
      expect(await listWaysToPay(site.db)).toEqual([way]);
      const row = await activeOf(type);
      await site.admin.put(`${path}/${row[0]?.id}`, { isActive: false });
      expect(await listWaysToPay(site.db)).toEqual([]);
    }
  });

  test('a deleted one is gone; a second deletion is 404', async () => {
    await create(bank);
    const [row] = await list();
    expect((await site.admin.delete(`${path}/${row?.id}`)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await site.admin.delete(`${path}/${row?.id}`)).status).toBe(404);
    expect((await site.admin.put(`${path}/${row?.id}`, { isActive: true })).status).toBe(404);
  });

  test('one that was changed since it was seen is not deleted, and is once it was looked at again', async () => {
    await create(bank);
    const [seen] = await list();
    const at = `${path}/${seen?.id}?version=`;
    await site.admin.put(`${path}/${seen?.id}`, { isActive: false });
    expect((await site.admin.delete(`${at}${Date.parse(seen?.updatedAt ?? '')}`)).status).toBe(409);
    const [now] = await list();
    expect(now?.isActive).toBe(false);
    expect((await site.admin.delete(`${at}soon`)).status).toBe(400);
    expect((await site.admin.delete(`${at}${Date.parse(now?.updatedAt ?? '')}`)).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('twenty activations and creations at once leave exactly one active', async () => {
    for (let n = 0; n < 5; n++)
      await create({ configType: 'zelle', configData: { phone: `+1 202 555 010${n}` } });
    const rows = await list();
    const seen: number[] = [];
    const watch = async () => void seen.push((await publicList()).length);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await watch();
        return n % 4 === 3
          ? create(zelle)
          : site.admin.put(`${path}/${rows[n % 5]?.id}`, { isActive: true });
      }),
    );
    await watch();
    expect(
      answers.map(({ status }) => status).every((status) => status === 200 || status === 201),
    ).toBe(true);
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(await activeOf('zelle')).toHaveLength(1);
  });
});

describe('each change', () => {
  test('leaves before and after in the audit log and makes the pages new', async () => {
    const version = await readPageVersion(site.db);
    await create(zelle);
    await create({ configType: 'zelle', configData: { phone: '+1 202 555 0199' } });
    const [row] = await activeOf('zelle');
    await site.admin.put(`${path}/${row?.id}`, { isActive: false });
    await site.admin.delete(`${path}/${row?.id}`);
    expect(await readPageVersion(site.db)).toBe(version + 4);
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, row?.id ?? ''));
    expect(acts.sort((a, b) => a.id - b.id)).toMatchObject([
      {
        action: 'payment_config.created',
        before: { configData: zelle.configData },
        after: { configData: { phone: '+1 202 555 0199' } },
      },
      { action: 'payment_config.changed', before: { isActive: true }, after: { isActive: false } },
      { action: 'payment_config.deleted', before: { isActive: false }, after: null },
    ]);
  });

  test('of a destination is mailed to every administrator who is reachable, of a price to none', async () => {
    const [boss] = await site.db.select().from(users);
    await site.db.insert(users).values({
      ...boss!,
      id: '5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11',
      email: 'second@example.org',
      locale: 'fr',
    });
    const [mistyped, away] = [
      { ...boss!, id: randomUUID(), email: 'mistyped@example.org', emailVerifiedAt: null },
      { ...boss!, id: randomUUID(), email: 'away@example.org', suspendedAt: site.clock.now() },
    ];
    await site.db.insert(users).values([mistyped, away]);
    await site.db.delete(outgoingMails);
    await create(pricing(1000, 100));
    expect(await site.db.select().from(outgoingMails)).toEqual([]);
    await create(bank);
    const mails = await site.db.select().from(outgoingMails);
    expect(
      mails.map(({ template, recipientAddress }) => [template, recipientAddress]).sort(),
    ).toEqual([
      ['payment-destination-changed', 'boss@example.org'],
      ['payment-destination-changed', 'second@example.org'],
    ]);
    const propsByLanguage = Object.fromEntries(
      mails.map(({ id, locale, sealedProps }) => [
        locale,
        JSON.parse(site.context.secrets.unseal('mail-props', id, sealedProps)) as object,
      ]),
    );
    const { bankName, accountName } = bank.configData;
    expect(propsByLanguage).toMatchObject({
      en: {
        configType: 'Bank wire',
        after: expect.stringContaining(`Bank name: ${bankName}, Account name: ${accountName}, `),
      },
      fr: {
        configType: 'Virement bancaire',
        after: expect.stringMatching(`Nom de la banque\u00A0: ${bankName}, .*\\(active\\)$`),
      },
    });
    await site.db.delete(users).where(eq(users.email, 'second@example.org'));
  });
});

describe('who may', () => {
  const calls = [
    ['POST', path, zelle],
    ['PUT', `${path}/5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11`, { isActive: true }],
    ['DELETE', `${path}/5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11`, undefined],
    ['GET', path, undefined],
  ] as const;

  test.each(calls)('%s %s: no visitor and no member', async (method, url, body) => {
    expect((await site.visitor().send(method, url, body)).status).toBe(401);
    const member = site.visitor();
    const email = `kofi-${method.toLowerCase()}@example.org`;
    await member.post('/api/auth/register', {
      email,
      firstName: 'Kofi',
      lastName: 'Boateng',
      password: 'kente-and-gold',
    });
    expect((await member.send(method, url, body)).status).toBe(403);
    expect(await site.db.select().from(paymentConfig)).toEqual([]);
  });

  test.each(calls.slice(0, 3))(
    '%s %s: no administrator whose password is older than five minutes',
    async (method, url, body) => {
      site.clock.advance(minutes(6));
      expect(await site.admin.send(method, url, body)).toMatchObject({
        status: 403,
        body: { reason: 'reauthenticate' },
      });
      expect(await site.db.select().from(paymentConfig)).toEqual([]);
    },
  );
});
