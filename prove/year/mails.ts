import { dollars } from '../../src/shared/money.ts';
import type { Figures } from '../figures.part.ts';
import type { Site } from './site.ts';

interface Mail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  headers: Record<string, string>;
}

interface Queued {
  batch: string;
  template: string;
  state: string;
  attempts: number;
  messageId: string;
}

const receiptOf = ({ text }: Mail) => /OAP-0*(\d+)/.exec(text)?.[1];

/** What reached the payers' mailboxes: each email once, and with the amount of which it tells. */
export async function compareMails({ sandbox, db, kills }: Site, figures: Figures): Promise<void> {
  const all = (await (await fetch(`${sandbox.inboxUrl}/messages`)).json()) as Mail[];
  const mails = all.filter(({ to }) => /^y\d+@/.test(to[0] ?? ''));
  const queued = await db.rows<Queued>(
    `select batch_id as batch, template, state, attempts, message_id as "messageId" from outgoing_mails`,
  );
  const copies = Map.groupBy(mails, (mail) => bare(mail.headers['message-id']));
  const byMessage = new Map([...copies].map(([id, [mail]]) => [id, mail]));
  const attemptsOf = new Map(queued.map((mail) => [bare(mail.messageId), mail.attempts]));
  // A kill between the handing over and its writing: it is on the page of emails in doubt.
  const doubtful = queued.filter(({ state }) => state !== 'sent' && state !== 'skipped');
  figures.add('emails to payers', mails.length, '> 0', mails.length > 0);
  figures.add('emails that a kill left in doubt', doubtful.length);
  // A receipt is better twice than never (mail.rules.ts); with one Message-ID, so that mail programs show it once.
  const [sentAgain, others] = partition(
    [...copies].filter(([, { length }]) => length > 1),
    ([id, { length }]) => length <= (attemptsOf.get(id) ?? 1),
  );
  figures.add(
    'emails that were sent again after a kill cut them off',
    sentAgain.length,
    `at most ${kills}`,
    sentAgain.length <= kills,
  );
  figures.none(
    'emails that came twice',
    others.map(([, mail]) => namesOf(mail)),
  );
  const sameWords = Map.groupBy(
    [...byMessage.values()],
    (mail) => `${mail?.to[0]} ${mail?.subject} ${mail?.text}`,
  );
  figures.none(
    'emails with the same words to the same payer',
    [...sameWords.values()].filter(({ length }) => length > 1).map(namesOf),
  );
  const found = (batch: string) => {
    const mail = queued.find((one) => one.batch === batch);
    return mail && { ...mail, text: byMessage.get(bare(mail.messageId))?.text };
  };
  // What was sent again is counted above, and is one email to its reader.
  const once = [...copies.values()].flatMap((all) => all.slice(0, 1));
  await compareReceipts(db, once, doubtful, figures);
  await compareRefunds(db, found, figures);
}

const bare = (id: string | undefined) => (id ?? '').replace(/[<>]/g, '');

/** One email for each receipt that is valid, with its amount. */
async function compareReceipts(
  db: Site['db'],
  mails: Mail[],
  doubtful: Queued[],
  figures: Figures,
): Promise<void> {
  const receipts = await db.rows<{
    number: string;
    payment: string;
    received: string;
    isLast: boolean;
  }>(
    `select r.number::text as number, r.payment_id as payment, r.facts ->> 'received' as received,
       p.received_cents is not null and r.number = max(r.number) over (partition by r.payment_id) as "isLast"
     from receipts r join payments p on p.id = r.payment_id`,
  );
  const confirmed = Map.groupBy(
    mails.filter((mail) => /received your payment|payment.*received/i.test(mail.subject)),
    receiptOf,
  );
  const wrong = receipts.flatMap(({ number, payment, received, isLast }) => {
    const own = confirmed.get(number) ?? [];
    const isDoubtful = doubtful.some(({ batch }) => batch.includes(payment));
    if (own.length > 1) return [`receipt ${number} came ${own.length} times`];
    if (own.length === 0 && isLast && !isDoubtful) return [`receipt ${number} was not sent`];
    const amount = dollars(BigInt(received.replace('.', '')));
    return own.every(({ text }) => text.includes(amount))
      ? []
      : [`receipt ${number}: not ${amount}`];
  });
  figures.add('receipts', receipts.length, '> 0', receipts.length > 0);
  figures.none('receipts that were not sent once with their amount', wrong);
}

/** One email for each refund, with its amount. */
async function compareRefunds(
  db: Site['db'],
  found: (batch: string) => (Queued & { text: string | undefined }) | undefined,
  figures: Figures,
): Promise<void> {
  const refunds = await db.rows<{ payment: string; total: string; amount: string }>(
    `select e.payment_id as payment, e.data ->> 'refundedCents' as total, j.amount::text as amount
     from payment_events e join (select payment_id, split_part(source, ':', 2)::bigint as event, sum(amount) as amount
         from journal where kind in ('refunded', 'dispute_ended') and debit = 'receivable' group by 1, 2) j
       on j.event = e.id
     where e.data ? 'refundedCents' and e.data ->> 'corrects' is null
       and not exists (select from payment_events later where later.data ->> 'corrects' = e.id::text)`,
  );
  const wrong = refunds.flatMap(({ payment, total, amount }) => {
    const mail = found(`refund-recorded:${payment}:${total}`);
    if (mail && mail.state !== 'sent') return [];
    const sum = dollars(BigInt(amount));
    return mail?.text?.includes(sum)
      ? []
      : [`${payment} to ${total} cents: ${mail ? `not ${sum}` : 'no email'}`];
  });
  figures.add('refunds and lost disputes', refunds.length, '> 0', refunds.length > 0);
  figures.none('refunds that were not reported once with their amount', wrong);
}

const namesOf = (mails: readonly (Mail | undefined)[]) =>
  `${mails.length} × ${mails[0]?.subject} to ${mails[0]?.to[0]}`;

function partition<T>(all: readonly T[], holds: (one: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((one) => !holds(one))];
}
