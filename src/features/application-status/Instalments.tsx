import { Money } from '../../web/ui/Money.tsx';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { RAIL_NAMES } from '../payments/core/payment-labels.rules.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import { instalmentStatus } from './next-steps.rules.ts';
import type { Timeline } from './status.contract.ts';
import { Button } from '../../web/ui/Button.tsx';
import { useDates } from '../../web/useDates.ts';
import { useLanguage, useWords } from '../../web/words.tsx';

interface InstalmentsProps {
  application: MyApplication;
  timeline: Timeline;
}

/** Every instalment with its day, its amount and how it was paid. */
export function Instalments({ application, timeline }: InstalmentsProps) {
  const t = useWords();
  const { dayInWords, dayOf } = useDates();
  const { instalments, payments, receivedAmount, totalAmount } = application;
  const rows = instalments.map((due) => ({ due, status: instalmentStatus(due, payments) }));
  return (
    <section className="grid gap-3" aria-labelledby="instalments">
      <h2 id="instalments" className="text-2xl">
        {t('Payments')}
      </h2>
      {instalments.length > 1 || receivedAmount !== totalAmount ? (
        <>
          <p id="received" className="bold">
            {t('{received} of {total} received.', {
              received: readable(receivedAmount),
              total: readable(totalAmount),
            })}
          </p>
          <progress
            className="received"
            aria-labelledby="received"
            max={Number(totalAmount)}
            value={Number(receivedAmount)}
          />
        </>
      ) : null}
      <table className="rows instalments figures">
        <thead>
          <tr>
            <th scope="col">{t('Due')}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ due, status }) => (
            <tr key={due.number}>
              <th scope="row">
                <span className="whitespace-nowrap">
                  {instalments.length > 1 ? `${due.number}. ` : ''}
                  {dayOf(`${due.dueOn}T12:00`)}
                </span>
                {due.chargeOn && due.chargeOn !== due.dueOn ? (
                  <span className="hint block">
                    {t('PayPal will charge it on {day}.', { day: dayInWords(due.chargeOn) })}
                  </span>
                ) : null}
              </th>
              <td>
                <span className={status === 'overdue' ? 'error' : undefined}>
                  {capitalised(t(status))}
                </span>
                <Receipts timeline={timeline} instalment={due.number} />
                {due.credits.map((credit) => (
                  <span key={`${credit.instalment} ${credit.amount}`} className="hint block">
                    {credit.instalment === null
                      ? t('{amount} of it came from another application', {
                          amount: readable(credit.amount),
                        })
                      : t('{amount} of it came from payment {number}', {
                          amount: readable(credit.amount),
                          number: credit.instalment,
                        })}
                  </span>
                ))}
              </td>
              <td>
                <Money of={readable(due.amount)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A status begins its cell; within a sentence its word is small. */
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The payments received for an instalment, each with its receipt. */
function Receipts({ timeline, instalment }: { timeline: Timeline; instalment: number }) {
  const t = useWords();
  const language = useLanguage();
  const { dayInWords } = useDates();
  return timeline.receipts
    .filter((receipt) => receipt.instalment === instalment)
    .map((receipt) => (
      <span key={receipt.name} className="hint grid justify-items-start">
        {t('{amount} on {day}, {method}', {
          amount: readable(receipt.amount),
          day: dayInWords(receipt.receivedOn),
          method: t(RAIL_NAMES[receipt.method]),
        })}
        <Button
          variant="quiet"
          className="flush text-start sm:whitespace-nowrap"
          href={`${receipt.href}?lang=${language}`}
        >
          {t('Receipt {name}', { name: receipt.name })}
        </Button>
      </span>
    ));
}
