import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../server/context.ts';
import { Fault } from '../../../shared/fault.ts';
import { seconds } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { findMailServer } from '../smtp/mail-server.service.ts';
import { sendMessageOnce } from '../smtp/smtp.gateway.ts';
import type { MailProps } from '../../../server/mails.ts';
import { TEST_MAIL } from '../log/email-log.store.ts';
import { mailOptionsIn } from '../mail-options.service.ts';

/** An administrator waits for it: a server that has not taken the mail by then counts as not answering. */
const limitMs = seconds(20);

/**
 * Sends a test mail now, past the queue and over a connection of its own, through the server that mail leaves
 * through. Answers the server used, its words where it did not take the mail, and the line for the history.
 * Throws 409 when there is no server.
 */
export async function sendTestMail(
  context: AppContext,
  mail: { to: string; language: string },
  timeoutMs = limitMs,
) {
  const server = await findMailServer(context);
  if (!server)
    throw new Fault(
      409,
      words('No email configuration is active. Please save one and switch to it first.'),
    );
  const { host, port, from, configType } = server;
  const configUsed = { type: configType, smtpHost: host, smtpPort: port, fromEmail: from.address };
  const id = randomUUID();
  const now = context.clock.now();
  const props: MailProps['email-test'] = {
    server: `${host}:${port}`,
    sender: from.address,
    when: now.toISOString(),
  };
  const rendered = await context.renderMail(
    'email-test',
    props,
    await mailOptionsIn(context, mail.language),
  );
  const outcome = await sendMessageOnce(
    server,
    {
      ...rendered,
      to: { name: '', address: mail.to },
      replyTo: null,
      messageId: `<${id}@${new URL(context.publicUrl).hostname}>`,
    },
    { allowPrivate: context.settings.allowPrivateSmtp, limitMs: timeoutMs },
  );
  const refusal = outcome.result === 'sent' ? null : outcome.words;
  return {
    configUsed,
    refusal,
    entry: {
      id,
      recipientEmail: mail.to,
      subject: rendered.subject,
      emailType: TEST_MAIL,
      status: refusal === null ? ('success' as const) : ('failed' as const),
      errorMessage: refusal,
      configType,
      sentAt: now,
    },
  };
}
