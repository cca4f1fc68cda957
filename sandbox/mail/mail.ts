import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RequestContext, Part } from '../part.ts';
import { bind, LOOPBACK } from '../ports.ts';
import { keepCertificate } from './certificate.ts';
import { type FaultSetting, MailFaults } from './faults.ts';
import { Inbox } from './inbox.ts';
import { mailRoutes } from './mail.routes.ts';
import { smtpServer } from './smtp.ts';

/** The mail part: an SMTP server and the inbox where everything that it takes can be read. */
export async function startMail({ dir, controlUrl, listen, log }: RequestContext): Promise<Part> {
  const inbox = await Inbox.open(join(dir, 'mail'));
  const faults = new MailFaults();
  const tls = await keepCertificate(dir);
  const smtp = smtpServer(inbox, faults, tls, log);
  const port = await listen(smtp.server, 'smtp');

  // Only a closed port refuses connections as a dead server does, so this fault closes it.
  async function setFault(setting: FaultSetting): Promise<void> {
    const isDown = setting.mode === 'refuse-connection';
    if (isDown && smtp.server.listening) {
      smtp.server.close();
      for (const connection of smtp.connections) connection._socket.destroy();
    }
    if (!isDown && !smtp.server.listening) await bind(smtp.server, port);
    faults.set(setting);
    log(`Mail fault: ${JSON.stringify(setting)}`);
  }

  return {
    routes: mailRoutes(inbox, faults, setFault),
    addresses: { smtp: { host: LOOPBACK, port, ca: tls.cert }, inboxUrl: `${controlUrl}/inbox` },
    close: promisify(smtp.close.bind(smtp)),
  };
}
