import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { addAudit } from '../../../server/audit.store.ts';
import type { AppContext } from '../../../server/context.ts';
import { check } from '../../../server/http/validation.ts';
import type { Database } from '../../../server/database/database.ts';
import { bumpPageVersion } from '../../../server/pages/page-version.store.ts';
import { listReachableAdministrators } from '../../../server/user.store.ts';
import { conflict } from '../../../server/http/conflict.ts';
import { Fault } from '../../../shared/fault.ts';
import type { PublicPlans, WayToPay } from '../../../shared/plan.ts';
import { type Values, words } from '../../../shared/words.ts';
import { type MailContext, queueMail } from '../../mail/queue/mail-queue.service.ts';
import { CONFIG_DATA } from './payment-config.contract.ts';
import {
  CONFIG_LABELS,
  type ConfigType,
  describeDestination,
  isDestination,
  isUsOnly,
} from './payment-config.rules.ts';
import {
  activePricing,
  addPaymentConfig,
  deactivateConfigs,
  findActiveConfig,
  findPaymentConfig,
  listActiveConfigs,
  lockConfigType,
  type PaymentConfig,
  removePaymentConfig,
  setPaymentConfig,
} from './payment-config.store.ts';
import { publicPlans } from './pricing.rules.ts';

/** The data of a type as it is stored. Throws 400 with the sentence of the first field that is wrong. */
export function checkConfigData(
  configType: ConfigType,
  configData: unknown,
): Record<string, unknown> {
  const checked = check(z.object({ configData: CONFIG_DATA[configType] }), { configData }, 'body');
  return (checked as { configData: Record<string, unknown> }).configData;
}

interface NewConfig {
  configType: ConfigType;
  configData: unknown;
  /** The active one of the type that was seen, null for none; what is not said is not compared. */
  replaces?: string | null | undefined;
}

/**
 * Stores a configuration and makes it the active one of its type, in the caller's transaction. Throws 409 where it
 * would take the place of another than was seen.
 */
export async function createConfig(
  context: ConfigContext,
  { configType, configData: data, replaces }: NewConfig,
): Promise<void> {
  const configData = checkConfigData(configType, data);
  const { db, actor } = context;
  const now = context.clock.now();
  await lockConfigType(db, configType);
  const replaced = await findActiveConfig(db, configType);
  requireSeen(replaces, replaced);
  await deactivateConfigs(db, configType, now);
  const config = {
    id: randomUUID(),
    configType,
    configData,
    isActive: true,
    updatedBy: actor.id,
    createdAt: now,
    updatedAt: now,
  };
  await addPaymentConfig(db, config);
  await announce(context, 'created', { before: replaced, after: config });
}

/** Throws 409 where another configuration is the active one by now. */
function requireSeen(seen: string | null | undefined, active: PaymentConfig | undefined): void {
  if (seen !== undefined && seen !== (active?.id ?? null)) throw conflict();
}

/** Throws 409 where a configuration was changed since it was seen. */
function requireVersion(seen: number | undefined, { updatedAt }: PaymentConfig): void {
  if (seen !== undefined && seen !== updatedAt.getTime()) throw conflict();
}

interface ConfigChange {
  configData?: unknown;
  isActive?: boolean | undefined;
  /** When it was changed last, as it was seen, in milliseconds since 1970. */
  version?: number | undefined;
  replaces?: string | null | undefined;
}

/**
 * Changes data, activity, or both; switching one on switches the other of its type off. Throws 404, and 409 where it,
 * or the one whose place it would take, is another than was seen.
 */
export async function changeConfig(
  context: ConfigContext,
  id: string,
  change: ConfigChange,
): Promise<void> {
  const before = await lockedConfig(context.db, id);
  const { db, actor } = context;
  requireVersion(change.version, before);
  const active = await findActiveConfig(db, before.configType);
  if (change.isActive) requireSeen(change.replaces, active);
  // Later with each change, whatever the clocks say.
  const now = new Date(Math.max(context.clock.now().getTime(), before.updatedAt.getTime() + 1));
  const after: PaymentConfig = {
    ...before,
    configData:
      change.configData === undefined
        ? before.configData
        : checkConfigData(before.configType, change.configData),
    isActive: change.isActive ?? before.isActive,
    updatedBy: actor.id,
    updatedAt: now,
  };
  if (after.isActive) await deactivateConfigs(db, before.configType, now, id);
  await setPaymentConfig(db, id, after);
  const replaced = after.isActive && active?.id !== id ? active : undefined;
  await announce(context, 'changed', { before, after, replaced });
}

/** Deletes a configuration. Throws 404, and 409 where it was changed since `version`, which is compared where given. */
export async function deleteConfig(
  context: ConfigContext,
  id: string,
  version?: number,
): Promise<void> {
  const before = await lockedConfig(context.db, id);
  requireVersion(version, before);
  await removePaymentConfig(context.db, id);
  await announce(context, 'deleted', { before });
}

/** The row, read after its type is locked. */
async function lockedConfig(tx: Database, id: string): Promise<PaymentConfig> {
  const seen = await findPaymentConfig(tx, id);
  if (seen) await lockConfigType(tx, seen.configType);
  const locked = seen && (await findPaymentConfig(tx, id));
  if (!locked) throw new Fault(404, words('This payment configuration does not exist.'));
  return locked;
}

interface Change {
  before?: PaymentConfig | undefined;
  after?: PaymentConfig;
  /** Another row that was the active one and no longer is. */
  replaced?: PaymentConfig | undefined;
}

/** Audit row, fresh pages and, where money could go astray, a mail to every administrator. */
async function announce(
  context: ConfigContext,
  act: 'created' | 'changed' | 'deleted',
  { before, after, replaced }: Change,
): Promise<void> {
  const { db, actor, clock } = context;
  const config = after ?? before;
  if (!config) throw new Error('Neither a before nor an after.');
  const auditSnapshot = (row?: PaymentConfig) =>
    row && {
      id: row.id,
      configType: row.configType,
      configData: row.configData,
      isActive: row.isActive,
    };
  await addAudit(db, {
    at: clock.now(),
    actorId: actor.id,
    action: `payment_config.${act}`,
    subject: config.id,
    before:
      before || replaced
        ? { ...auditSnapshot(before), ...(replaced ? { replaced: auditSnapshot(replaced) } : {}) }
        : null,
    after: auditSnapshot(after) ?? null,
  });
  await bumpPageVersion(db);
  if (isDestination(config.configType))
    await mailEveryAdmin(context, {
      what: CONFIG_LABELS[config.configType],
      before: (say) => describeDestination(replaced ?? before, say),
      after: (say) => describeDestination(after, say),
    });
}

/** The plans of the public pages, at the price in force. */
export const loadPublicPlans = async (db: Database): Promise<PublicPlans> =>
  publicPlans(await activePricing(db));

/** The ways to pay that an administrator has set up. */
export async function listWaysToPay(db: Database): Promise<WayToPay[]> {
  const configs = await listActiveConfigs(db);
  const configOf = (type: ConfigType) => configs.find(({ configType }) => configType === type);
  const bank = configOf('bank');
  return [
    ...(configOf('crypto') ? ['crypto' as const] : []),
    ...(bank ? [isUsOnly('bank', bank.configData) ? ('us_bank' as const) : ('bank' as const)] : []),
    ...(configOf('zelle') ? ['zelle' as const] : []),
  ];
}

/** The administrator and the time; `db` is the caller's transaction. */
export type ConfigContext = MailContext &
  Pick<AppContext, 'translate'> & {
    actor: { id: string; email: string };
  };

/** Says a sentence of ours in the reader's language. */
type Say = (sentence: string, values?: Values) => string;

interface DestinationChange {
  /** A sentence of ours that names the kind of destination. */
  what: string;
  /** Visitors give there: it is found under Donations, not under Payments. */
  isDonation?: true;
  before(say: Say): string;
  after(say: Say): string;
}

/**
 * Mails every administrator that payments go to a new destination (security.md §1.8). Each of them, not the
 * notification address, which an attacker could have changed first.
 */
export async function mailEveryAdmin(
  context: ConfigContext,
  change: DestinationChange,
): Promise<void> {
  const batch = `destination:${randomUUID()}`;
  for (const administrator of await listReachableAdministrators(context.db)) {
    const { locale } = administrator;
    const say: Say = (sentence, values) => context.translate(sentence, locale, values);
    const mail = {
      batch,
      to: {
        name: [administrator.firstName, administrator.lastName].filter(Boolean).join(' '),
        address: administrator.email,
      },
      locale,
      template: 'payment-destination-changed' as const,
      props: {
        changedBy: context.actor.email,
        configType: say(change.what),
        before: change.before(say),
        after: change.after(say),
        when: context.clock.now().toISOString(),
        ...(change.isDonation ? { isDonation: true } : {}),
      },
    };
    await queueMail(context, mail, { db: context.db });
  }
}
