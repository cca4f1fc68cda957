// The least that could send a mail to each of many: nodemailer's pool and a list. Run by mail.ts as a process of
// its own, which sends the recipients by IPC.
import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';

interface Task {
  host: string;
  port: number;
  connections: number;
  mail: { subject: string; html: string; text: string };
  recipients: string[];
}

async function sendAll({ host, port, connections, mail, recipients }: Task): Promise<void> {
  const pool = nodemailer.createTransport({
    pool: true,
    maxConnections: connections,
    host,
    port,
    requireTLS: true,
    auth: { user: 'campaign', pass: 'baobab at noon' },
  });
  await Promise.all(
    recipients.map((address) =>
      pool.sendMail({
        from: { name: 'The Office', address: 'office@prove.example' },
        to: { name: 'Awa Diop', address },
        replyTo: { name: 'One Africa Passport', address: 'hello@prove.example' },
        messageId: `<${randomUUID()}@localhost>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': {
            prepared: true,
            foldLines: false,
            value: `<http://localhost/api/unsubscribe?key=${randomUUID()}${randomUUID()}>`,
          },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        ...mail,
      }),
    ),
  );
  pool.close();
}

process.on('message', (task: Task) => {
  sendAll(task).then(
    () => process.send?.('done'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
