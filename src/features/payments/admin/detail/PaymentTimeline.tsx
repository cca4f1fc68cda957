import { amountIn, cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { useDates } from '../../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../../web/words.tsx';
import { RAIL_LABELS, STATUS_LABELS } from '../../core/admin-labels.rules.ts';
import { PAYMENT_STATUSES, RAILS } from '../../core/payment.rules.ts';
import { STATE_LABELS } from '../review/labels.rules.ts';
import type { TimelineEntry } from './payment-detail.contract.ts';
import { CodedNote } from '../review/CodedNote.tsx';
import { WEBHOOK_LABELS } from '../review/note.rules.ts';

/** Everything that happened, newest first. */
export function PaymentTimeline({ history }: { history: readonly TimelineEntry[] }) {
  const t = useWords();
  return (
    <section className="grid gap-4" aria-labelledby="money-history">
      <h3 id="money-history">{t('History')}</h3>
      <ol className="edged-t border-rule">
        {history.toReversed().map((event, place) => (
          // Nothing is ever removed from a history: its places are its identity.
          <HistoryLine key={history.length - place} event={event} />
        ))}
      </ol>
    </section>
  );
}

function HistoryLine({ event }: { event: TimelineEntry }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { at, instalment, method } = event;
  const about = [
    useActor(event),
    method && t(RAIL_LABELS[method]),
    instalment && t('payment {number}', { number: instalment }),
  ].filter(Boolean);
  return (
    <li className="grid gap-x-6 edged-b border-rule py-2.5 md:grid-cols-[12rem_minmax(0,1fr)]">
      <time className="text-muted figures" dateTime={at}>
        {dateTimeOf(at)}
      </time>
      <div className="grid gap-0.5 [overflow-wrap:anywhere]">
        <p className="bold">{useSentence(event)}</p>
        {about.length > 0 ? <p className="hint">{about.join(' · ')}</p> : null}
        <EventNote event={event} />
      </div>
    </li>
  );
}

/** Where a machine has written the note; elsewhere it is a person's, or says it already. */
const CODED: readonly TimelineEntry['kind'][] = ['step', 'move', 'order', 'chain', 'notice'];

function EventNote({ event: { kind, note, code, actor } }: { event: TimelineEntry }) {
  const t = useWords();
  if (!note || kind === 'schedule') return null;
  if (CODED.includes(kind) && !actor?.name) return <CodedNote note={note} code={code} />;
  // What a person has written is shown unchanged.
  return <p className="whitespace-pre-line">{actor?.name ? note : t(note)}</p>;
}

const ACTORS: Readonly<Record<string, string>> = {
  payer: words('The applicant'),
  admin: words('An administrator'),
  system: words('The site'),
};

function useActor({ actor, method }: TimelineEntry): string | undefined {
  const t = useWords();
  if (!actor) return undefined;
  if (actor.name) return actor.name;
  const rail = RAILS.find((one) => one === actor.kind);
  // The label of a webhook event names the rail already.
  if (rail) return rail === method ? undefined : t(RAIL_LABELS[rail]);
  return t(ACTORS[actor.kind] ?? actor.kind);
}

const SENTENCES: Readonly<Record<Exclude<TimelineEntry['kind'], 'step' | 'move'>, string>> = {
  schedule: words('The price was fixed: {count} × {amount}'),
  attempt: words('A payment of {amount} was started'),
  correction: words('Taken back: {amount}'),
  application: words('The application: {state}'),
  order: words('PayPal order of {amount}: {state}'),
  quote: words('Quote of {subject} for {amount}: {state}'),
  chain: words('{came} received on the network: {state}'),
  notice: words('Notification: {state}'),
  receipt: words('Receipt {subject} was issued'),
  mail: words('Email “{subject}”: {state}'),
};

const MOVE_LABELS = [
  ['moved', words('{amount} was moved to another payment')],
  ['returned', words('{amount} counts here again')],
  ['came', words('{amount} was moved here from {reference}')],
  ['back', words('{amount} counts for {reference} again')],
] as const;

function useSentence(event: TimelineEntry): string {
  const t = useWords();
  const { kind, to, subject, note, from } = event;
  const language = useLanguage();
  const amount = event.amount ? amountIn(dollars(cents(event.amount)), language) : '';
  if (kind === 'step') {
    const status = PAYMENT_STATUSES.find((one) => one === to);
    return [status ? t(STATUS_LABELS[status]) : to, amount].filter(Boolean).join(' · ');
  }
  if (kind === 'move') {
    const label = MOVE_LABELS.find(([name]) => name === to)?.[1] ?? '';
    return t(label, { amount, reference: subject ?? '' });
  }
  const webhookLabel = kind === 'notice' && WEBHOOK_LABELS[to ?? ''];
  if (webhookLabel) return t(webhookLabel);
  return t(SENTENCES[kind], {
    amount,
    state: t(STATE_LABELS[kind]?.[to ?? ''] ?? to ?? ''),
    subject: subject ?? from ?? '',
    came: from ?? '',
    count: note ?? '',
  });
}
