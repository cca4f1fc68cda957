import * as z from 'zod/mini';
import { addAudit } from '../../../server/audit.store.ts';
import { type AppContext, type Caller, callerOf } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { conflict } from '../../../server/http/conflict.ts';
import { Fault } from '../../../shared/fault.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import type { Signature } from '../../declaration/declaration.store.ts';
import { skipLostNews, WELCOME_MAILS } from '../../declaration/news.store.ts';
import { queueMail } from '../../mail/queue/mail-queue.service.ts';
import { findMailServer } from '../../mail/smtp/mail-server.service.ts';
import { findSetting, putSetting } from '../../maintenance/site.store.ts';
import { countQuotaLeft } from '../batches/limit.service.ts';
import { findMailLimits } from '../batches/limit.store.ts';
import { mergedFor } from '../message/merge-fields.rules.ts';
import { newsPropsOf } from '../message/message.service.ts';
import { type WelcomeMail, WelcomeMails, type WelcomeSeries } from './welcome.contract.ts';
import {
  countConfirmedSince,
  readWelcomeResults,
  skipWelcomeMails,
  takeForWelcome,
} from './welcome.store.ts';

/** The name of the setting, and what its acts are about in the activity log. */
const SERIES = 'welcome-series';

const time = z.nullable(z.iso.datetime());
const Stored = z.object({
  /** Whoever confirmed from then on is in the series; null while it is off. */
  since: time,
  /** The same before it was turned off. */
  sinceBefore: time,
  mails: WelcomeMails,
});
type Stored = z.output<typeof Stored>;

async function findSeries(db: Database): Promise<{ series: Stored; version: number }> {
  const found = await findSetting(db, SERIES);
  return {
    series: found ? z.parse(Stored, found.value) : { since: null, sinceBefore: null, mails: [] },
    version: found?.updatedAt.getTime() ?? 0,
  };
}

const lastMonthMs = days(30);

export async function readSeries({
  db,
  clock,
  settings,
}: Pick<AppContext, 'db' | 'clock' | 'settings'>): Promise<WelcomeSeries> {
  const { series, version } = await findSeries(db);
  return {
    since: series.since,
    mails: series.mails,
    version,
    results: await readWelcomeResults(db),
    lastMonth: await countConfirmedSince(db, new Date(clock.now().getTime() - lastMonthMs)),
    isConfirmationAsked: settings.signaturesNeedConfirmation,
  };
}

type Command = Pick<AppContext, 'db' | 'clock'> & { user: Caller | undefined };

interface Change {
  change: Partial<Stored>;
  /** The version over which it is made. */
  seen: number;
  action: string;
  before: object;
  after: object;
}

/** Writes a change and its act; answers the new version. Throws 409 where another version is saved. */
async function changeSeries(
  command: Command,
  series: Stored,
  { change, seen, action, before, after }: Change,
): Promise<number> {
  const { db } = command;
  const [updatedBy, updatedAt] = [callerOf(command).id, command.clock.now()];
  const value = { ...series, ...change };
  const put = await putSetting(db, { name: SERIES, value, updatedBy, updatedAt }, seen);
  if (!put) throw conflict();
  const version = put.getTime();
  await addAudit(db, {
    at: updatedAt,
    actorId: updatedBy,
    action,
    subject: SERIES,
    before,
    after: { ...after, version },
  });
  return version;
}

const NO_MAILS = words('Write the first email before you turn the series on.');

/** Changes the mails. Throws 409 where someone else has, or where none would be left of a series that is on. */
export async function saveMails(
  command: Command,
  { mails, version: seen }: { mails: WelcomeMail[]; version: number },
): Promise<number> {
  const { series } = await findSeries(command.db);
  if (series.since && mails.length === 0)
    throw new Fault(409, words('Turn the series off before you remove its last email.'));
  return changeSeries(command, series, {
    change: { mails },
    seen,
    action: 'welcome_series.changed',
    before: { mails: series.mails },
    // The texts are in the setting, or in what the next change has written down as before.
    after: { mails: mails.length },
  });
}

interface SeriesSwitch {
  isOn: boolean;
  version: number;
  isResumed?: boolean | undefined;
}

/** Turns the series on for whoever confirms from now on, or off. Throws 409 where it has no mail or someone else has changed it. */
export async function switchSeries(
  command: Command,
  { isOn, version: seen, isResumed }: SeriesSwitch,
): Promise<number> {
  const { db, clock } = command;
  const { series } = await findSeries(db);
  if (isOn && series.mails.length === 0) throw new Fault(409, NO_MAILS);
  const now = clock.now();
  const on = (isResumed && series.sinceBefore) || now.toISOString();
  const change = isOn
    ? { since: series.since ?? on, sinceBefore: null }
    : { since: null, sinceBefore: series.since ?? series.sinceBefore };
  const version = await changeSeries(command, series, {
    change,
    seen,
    action: 'welcome_series.switched',
    before: { since: series.since },
    after: { since: change.since },
  });
  if (!isOn) await skipWelcomeMails(db, now);
  return version;
}

/** As many as are queued in one transaction. */
const sentAtOnce = 200;

/**
 * Queues the mails of the series that are due, and ends those that wait for who is not to be written to any more. Bulk
 * mail’s part of the daily limit holds for them too; what is left over leaves in a later run.
 */
export async function sendWelcomeMails(context: AppContext): Promise<void> {
  const { db, clock } = context;
  await skipLostNews(db, clock.now());
  const { series } = await findSeries(db);
  const server = series.since ? await findMailServer(context) : undefined;
  if (!server) return;
  let left = (await countQuotaLeft(context, server, await findMailLimits(db))) ?? Infinity;
  for (const place of series.mails.keys()) {
    for (;;) {
      const limit = Math.min(left, sentAtOnce);
      const queued = limit > 0 ? await queueDue(context, place + 1, limit) : 0;
      left -= queued;
      if (queued < sentAtOnce) break;
    }
  }
}

/** Queues one page of a mail, as the series is now: it may have been changed or turned off meanwhile. */
async function queueDue(context: AppContext, place: number, limit: number): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    const { series } = await findSeries(tx);
    const mail = series.mails[place - 1];
    if (!series.since || !mail) return 0;
    const since = new Date(series.since);
    const now = context.clock.now();
    const { waitDays } = mail;
    const due = await takeForWelcome(tx, { place, waitDays, since, now, limit });
    for (const signature of due) await queueOne(context, tx, { signature, mail, place });
    return due.length;
  });
}

interface Welcome {
  signature: Signature;
  mail: WelcomeMail;
  place: number;
}

async function queueOne(
  context: AppContext,
  tx: Database,
  { signature, mail, place }: Welcome,
): Promise<void> {
  const emailType = WELCOME_MAILS[place - 1];
  if (!emailType) return;
  const { fullName: name, email: address, locale } = signature;
  const text = mail.texts[locale] ?? mail.texts.en;
  await queueMail(
    context,
    {
      // Without the signature’s id: who withdraws and signs again gets no mail twice.
      batch: emailType,
      emailType,
      to: { name, address },
      locale,
      kind: 'bulk',
      template: 'news',
      props: newsPropsOf(context, mergedFor(text, name), { address, locale }),
    },
    { db: tx },
  );
}
