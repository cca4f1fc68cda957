import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkChain, sealAudit } from '../src/features/audit/chain.service.ts';
import { auditChain } from '../src/features/audit/chain.store.ts';
import { outgoingMails } from '../src/features/mail/queue/outgoing-mail.store.ts';
import { findMailServer, saveConfig } from '../src/features/mail/smtp/mail-server.service.ts';
import { ama, joined } from '../src/features/members/testing.ts';
import { codeOf, setUpTotp } from '../src/features/members/testing.second-factor.ts';
import {
  digestOfToken,
  openToken,
} from '../src/features/payments/rails/card/renewals/vault.service.ts';
import { vaultTokens } from '../src/features/payments/rails/card/renewals/vault.store.ts';
import { openSecret } from '../src/features/webhooks/endpoint.service.ts';
import { webhookEvents } from '../src/features/payments/core/webhook-event.store.ts';
import { auditLog } from '../src/server/audit.store.ts';
import { idempotencyKeys } from '../src/server/http/idempotency.store.ts';
import { warnOfUnreadable } from '../src/server/sealed-column.ts';
import { SEALED_COLUMNS } from '../src/server/sealed-columns.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { databaseForCommand, quickly } from '../src/server/testing.database.ts';
import { openSite, type Site, TEST_SECRET } from '../src/server/testing.ts';
import { webhookEndpoints } from '../src/server/webhook-outbox.store.ts';
import { users } from '../src/server/user.store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const NEW_SECRET = 'a new secret of more than thirty-two bytes, for tests';
const both = { APP_SECRET: NEW_SECRET, APP_SECRET_PREVIOUS: TEST_SECRET };
const alone = { APP_SECRET: NEW_SECRET };

let database: Awaited<ReturnType<typeof databaseForCommand>>;
let site: Site;
const openWith = async (environment: Record<string, string> = {}) => {
  site = await openSite({ work: false, environment, ...database.place });
};
const restartWith = async (environment: Record<string, string>) => {
  const { clock } = site;
  await site.close();
  await openWith(environment);
  site.clock.advance(clock.now().getTime() - site.clock.now().getTime());
};
beforeEach(async () => {
  database = await databaseForCommand();
  await openWith();
});
afterEach(async () => {
  await site.close();
  await database.drop();
});

/** Runs the command beside the site. */
async function reencrypt(environment: Record<string, string> = both) {
  const child = spawn(process.execPath, [...quickly, 'scripts/reencrypt.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...database.settings,
      ...environment,
    },
  });
  let said = '';
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (said += data));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

const smtp = {
  smtpHost: 'smtp.example.org',
  smtpPort: 465,
  smtpUser: 'us',
  fromEmail: 'us@example.org',
  fromName: 'Us',
};
const token = 'a token of PayPal';
const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** One row of each kind, sealed by the site as it is now. */
async function fill() {
  const { db, context } = site;
  const browser = await joined(site);
  const { secret } = await setUpTotp(site, browser);
  const key = { 'idempotency-key': 'renewed-once-1' };
  const renewed = await browser.post('/api/account/recovery-codes', undefined, key);
  const { recoveryCodes: codes } = renewed.body as { recoveryCodes: string[] };
  await saveConfig(db, context, {
    type: 'email_alternative',
    configData: smtp as never,
    password: 'of the server',
    updatedBy: null,
  });
  await db.execute(sql`update email_configs set is_active = true`);
  await db.execute(
    sql`alter table vault_tokens drop constraint vault_tokens_schedule_id_payment_schedules_id_fk`,
  );
  const id = randomUUID();
  const sealed = context.secrets.seal('paypal-account', id, token);
  const digest = await digestOfToken(context, db, token);
  await db.insert(vaultTokens).values({
    id,
    scheduleId: randomUUID(),
    sealed,
    digest,
    addedAt: site.clock.now(),
    endedAt: null,
    deletedAt: null,
  });
  await db.insert(webhookEvents).values({
    rail: 'paypal',
    eventId: 'WH-1',
    type: 'VAULT',
    resourceId: digest,
    receivedAt: site.clock.now(),
  });
  const endpoint = randomUUID();
  await db.insert(webhookEndpoints).values({
    id: endpoint,
    url: 'https://receiver.example.org/',
    events: ['payment.succeeded'],
    fields: [],
    isPaused: false,
    sealedSecret: context.secrets.seal(
      'webhook-secret',
      `webhook_endpoints:${endpoint}`,
      signingSecret,
    ),
    updatedBy: randomUUID(),
    createdAt: site.clock.now(),
    updatedAt: site.clock.now(),
  });
  await sealAudit(context);
  return { secret, codes };
}

const { email, password } = ama;
const logIn = ({ code }: { code: string | undefined }) =>
  site.visitor().post('/api/auth/login', { email, password, code });

test('what the previous secret made is accepted, encrypted anew, and then needs it no more', async () => {
  const { secret, codes } = await fill();
  const before = await site.db.select().from(users);
  await restartWith(both);
  expect((await logIn({ code: codes[0] })).status).toBe(200);
  expect(await checkChain(site.db, site.context)).toMatchObject({ total: 0 });

  const first = await reencrypt();
  expect(first.said).toMatch(/keys of authenticator apps +1 encrypted anew, 0 were already\n/);
  expect(first.said).toMatch(/recovery codes +10 encrypted anew, 0 were already\n/);
  expect(first.said).toMatch(/passwords of mail servers +1 encrypted anew/);
  expect(first.said).toMatch(/PayPal accounts of payers +1 encrypted anew/);
  expect(first.said).toMatch(/signing secrets of webhooks +1 encrypted anew/);
  expect(first.said).toMatch(/activity log +\d+ entries sealed anew\n/);
  expect(first.said).toMatch(/Keep it until \d{4}-\d\d-\d\d, 45 days from now/);
  expect(first.code).toBe(0);
  const [user] = await site.db.select().from(users);
  expect(user?.totpSecret).not.toBe(before[0]?.totpSecret);

  const second = await reencrypt();
  expect(second.said).toMatch(/keys of authenticator apps +0 encrypted anew, 1 were already\n/);
  expect(second.said).toMatch(/activity log +\d+ entries were sealed with it already\n/);
  expect(second.code).toBe(0);

  await restartWith(alone);
  const { db, context } = site;
  expect((await logIn({ code: codeOf(site, secret, 1) })).status).toBe(200);
  expect((await logIn({ code: codes[1] })).status).toBe(200);
  expect(await findMailServer(context)).toMatchObject({ auth: { pass: 'of the server' } });
  const [account] = await db.select().from(vaultTokens);
  if (!account) throw new Error('The account is gone.');
  expect(openToken(context, account)).toBe(token);
  expect(account.digest).toBe(context.secrets.digest('paypal-account', token));
  expect((await db.select().from(webhookEvents))[0]?.resourceId).toBe(account.digest);
  const [endpoint] = await db.select().from(webhookEndpoints);
  if (!endpoint) throw new Error('The endpoint is gone.');
  expect(openSecret(context.secrets, endpoint)).toBe(signingSecret);
  for (const mail of await db.select().from(outgoingMails))
    expect(context.secrets.unseal('mail-props', mail.id, mail.sealedProps)).toContain('{');
  for (const row of await db.select().from(idempotencyKeys))
    expect(context.secrets.unseal('idempotency', row.scope + row.key, row.answer)).toContain('{');
  expect(await checkChain(db, context)).toMatchObject({ total: 0 });
});

test('a row that neither secret opens is counted, named at the start without its text, and left', async () => {
  await fill();
  const third = secretsFrom('a third secret of more than thirty-two bytes, for tests');
  const [user] = await site.db.select().from(users);
  const sealed = third.seal('totp', `users:${user?.id}`, 'JBSWY3DPEHPK3PXP');
  await site.db.update(users).set({ totpSecret: sealed });
  const lines: object[] = [];
  await warnOfUnreadable(
    site.context,
    { warn: (line: object) => void lines.push(line) } as never,
    SEALED_COLUMNS,
  );
  expect(lines).toEqual([{ column: 'keys of authenticator apps', rows: 1, keys: [user?.id] }]);

  const { code, said } = await reencrypt();
  expect(said).toMatch(
    /keys of authenticator apps +0 encrypted anew, 0 were already, 1 OPENED BY NEITHER/,
  );
  expect(said).toContain('Keep APP_SECRET_PREVIOUS until this is settled');
  expect(code).toBe(1);
  expect((await site.db.select().from(users))[0]?.totpSecret).toBe(sealed);
});

test('rows of an earlier version, which do not name their secret, are opened, tried at the start and encrypted anew', async () => {
  const { codes } = await fill();
  const digest = site.context.secrets.digest(
    'recovery-code',
    `${(await site.db.select().from(users))[0]?.id} ${codes[9]?.replace('-', '')}`,
  );
  await site.db.execute(
    sql`update users set totp_secret = regexp_replace(totp_secret, '^[^.]+', 'k1')`,
  );
  await site.db.execute(
    sql`update recovery_codes set digest = ${digest} where digest = (select min(digest) from recovery_codes)`,
  );
  await restartWith(both);
  const warnings = async () => {
    const lines: object[] = [];
    await warnOfUnreadable(
      site.context,
      { warn: (line: object) => void lines.push(line) } as never,
      SEALED_COLUMNS,
    );
    return lines;
  };
  expect(await warnings()).toEqual([]);
  const { said } = await reencrypt();
  expect(said).toMatch(/keys of authenticator apps +1 encrypted anew/);
  expect(said).toContain('1 recovery codes of an earlier version depend on it');
  expect((await logIn({ code: codes[9] })).status).toBe(200);

  await site.db.execute(
    sql`update users set totp_secret = regexp_replace(totp_secret, '^[^.]+', 'k1')`,
  );
  await restartWith({ APP_SECRET: 'a third secret of more than thirty-two bytes, for tests' });
  expect(await warnings()).toContainEqual(
    expect.objectContaining({ column: 'keys of authenticator apps', rows: 1 }),
  );
});

test('a broken activity log is not sealed anew, so that its fault stays visible', async () => {
  await fill();
  await site.db.execute(sql`alter table audit_log disable trigger user`);
  await site.db.execute(
    sql`update audit_log set action = 'another.act' where id = (select min(id) from audit_log)`,
  );
  await site.db.execute(sql`alter table audit_log enable trigger user`);
  const links = await site.db.select().from(auditChain);
  const { code, said } = await reencrypt();
  expect(said).toMatch(/activity log +BROKEN/);
  expect(code).toBe(1);
  expect(await site.db.select().from(auditChain)).toEqual(links);
});

test('sealing the activity log anew is in the activity log, and its links cannot be changed afterwards', async () => {
  await fill();
  await reencrypt();
  const [act] = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'site.log_resealed'));
  const [before, after] = [act?.before, act?.after] as { lastSeal: string }[];
  expect(before?.lastSeal).not.toBe(after?.lastSeal);
  await expect(site.db.update(auditChain).set({ hash: 'x' })).rejects.toThrow();
});

test('the start refuses two equal secrets', async () => {
  const { code, said } = await reencrypt({ ...both, APP_SECRET_PREVIOUS: NEW_SECRET });
  expect([code, said]).toEqual([1, 'APP_SECRET_PREVIOUS must differ from APP_SECRET.\n']);
});
