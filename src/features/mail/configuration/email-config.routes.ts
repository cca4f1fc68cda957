import { callerOf } from '../../../server/context.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { answerList } from '../../../server/lists/list.ts';
import { route, routeWithCommit } from '../../../server/http/route.ts';
import { Fault } from '../../../shared/fault.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import {
  activateEmailConfig,
  readEmailConfig,
  readNotificationEmail,
  saveEmailConfig,
  sendTestEmail,
  setNotificationEmail,
} from './email-config.contract.ts';
import {
  changeConfig,
  changeNotificationEmail,
  checkPort,
  checkVersion,
  showConfigs,
  switchConfig,
} from './email-config.service.ts';
import { listEmailLogs } from '../log/email-log.contract.ts';
import { emailLogsSince, addEmailLog } from '../log/email-log.store.ts';
import { findNotificationEmail } from '../smtp/email-config.store.ts';
import {
  logNotifications,
  type NotificationResult,
  warnOfSaving,
  warnOfSwitching,
} from './server-change.service.ts';
import { sendTestMail } from './test-mail.service.ts';

const NOT_NOTIFIED = words(
  'The old server did not accept the email that warns the other administrators of this change. Please tell them yourself.',
);

const warningOf = ({ isWhole }: NotificationResult) => (isWhole ? {} : { warning: NOT_NOTIFIED });

export const emailConfigRoutes = [
  route(readEmailConfig, ({ db }) => showConfigs(db)),

  routeWithCommit(saveEmailConfig, async (context, commit) => {
    const { configType, smtpPass, smtpPort, version: seen, ...config } = context.body;
    const configData = { ...config, smtpPort: Number(smtpPort) };
    const actor = callerOf(context);
    checkPort(context, configData);
    // Before anyone is notified of a change that is refused.
    await checkVersion(context.db, configType, seen);
    const next = { type: configType, configData, password: smtpPass };
    const notified = await warnOfSaving(context, next, actor.email);
    return commit(async (tx) => {
      const command = { ...context, db: tx, actor };
      const version = await changeConfig(command, { ...next, seen });
      await logNotifications(tx, notified);
      return {
        version,
        message:
          configType === 'email_gmail'
            ? words('The Gmail configuration is saved.')
            : words('The alternative SMTP configuration is saved.'),
        ...warningOf(notified),
      };
    });
  }),

  routeWithCommit(activateEmailConfig, async (context, commit) => {
    const { configType } = context.body;
    const actor = callerOf(context);
    const notified = await warnOfSwitching(context, configType, actor.email);
    return commit(async (tx) => {
      await switchConfig({ ...context, db: tx, actor }, configType);
      await logNotifications(tx, notified);
      return {
        message:
          configType === 'email_gmail'
            ? words('Emails are now sent through Gmail.')
            : words('Emails are now sent through the alternative server.'),
        ...warningOf(notified),
      };
    });
  }),

  routeWithCommit(sendTestEmail, async (context, commit) => {
    const { testEmail } = context.body;
    const { language } = context;
    await context.limits.require('test-mail', callerOf(context).id);
    const { configUsed, refusal, entry } = await sendTestMail(context, {
      to: testEmail,
      language,
    });
    if (refusal !== null) {
      // The history keeps what failed too, which a refused request would take back.
      await inTransaction(context.db, (tx) => addEmailLog(tx, entry));
      const sentence = words('The mail server did not accept the test email: {words}');
      const message = context.translate(sentence, language, { words: refusal });
      throw new Fault(422, message, { detail: { configUsed } });
    }
    return commit(async (tx) => {
      await addEmailLog(tx, entry);
      return { message: words('The mail server has accepted the test email.'), configUsed };
    });
  }),

  route(readNotificationEmail, async ({ db }) => ({ email: await findNotificationEmail(db) })),

  route(setNotificationEmail, async (context) => {
    const { email } = context.body;
    await changeNotificationEmail({ ...context, actor: callerOf(context) }, context.body);
    return {
      message:
        email === null
          ? words('Notifications now go to every administrator.')
          : words('Notifications now go to this address.'),
    };
  }),

  route(listEmailLogs, (context) => {
    const { query, clock } = context;
    const since = query.days
      ? new Date(clock.now().getTime() - days(Number(query.days)))
      : undefined;
    return answerList(context, emailLogsSince(since), listEmailLogs.path);
  }),
];
