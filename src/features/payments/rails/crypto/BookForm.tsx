import { useState } from 'react';
import { cents, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { Select } from '../../../../web/forms/Select.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useWords } from '../../../../web/words.tsx';
import { BookPreview, useBookSentences } from './BookPreview.tsx';
import { assignChainReceipt, type ChainReviewRow } from './review.contract.ts';
import { useChainDeed } from './useChainDeed.ts';
import { useChainDues } from './useChainDues.ts';

interface BookFormProps {
  receipt: ChainReviewRow;
  /** What it may be for. */
  quote: ChainReviewRow['quotes'][number] | undefined;
  onBack: () => void;
  onDone: () => void;
}

const NOT_LOOKED_UP = words('Wait until the application is found, so that you see what is booked.');

/** The button that had the focus has gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** Books the money for a payment; what will happen is said before. */
export function BookForm({ receipt, quote, onBack, onDone }: BookFormProps) {
  const t = useWords();
  const confirm = useConfirm();
  const [reference, setReference] = useState(quote?.reference ?? '');
  const [number, setNumber] = useState(String(quote?.instalment ?? ''));
  const [amount, setAmount] = useState(
    quote?.amount === receipt.amount ? quote.usdAmount : (receipt.worth ?? ''),
  );
  const { found, open, isLooking, problem } = useChainDues(reference);
  const due = open.find((one) => String(one.number) === number) ?? open[0];
  const sentences = useBookSentences({ receipt, found, due, amount });
  const form = useForm(assignChainReceipt, {
    ...useChainDeed(onDone),
    params: { id: receipt.id },
    read: () => ({
      reference: reference.trim(),
      amount: amount.trim(),
      ...(due ? { instalment: due.number } : {}),
    }),
    // Nothing is booked that was not seen before.
    check: (): Record<string, string> =>
      due || reference.trim() === '' ? {} : { reference: problem ?? NOT_LOOKED_UP },
    confirm: (body) =>
      confirm({
        title: t('Book this money?'),
        text: sentences.map((sentence) => (
          <p key={sentence} className="[overflow-wrap:anywhere]">
            {sentence}
          </p>
        )),
        confirmLabel: t('Book {amount}', { amount: dollars(cents(body.amount)) }),
        danger: true,
      }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 ref={takeFocus} tabIndex={-1}>
        {t('Book it for a payment')}
      </h3>
      <FormErrors state={form} />
      <Field
        label={t('Reference of the application')}
        required
        hint={isLooking ? t('Looking it up...') : found?.name}
        error={error('reference') ?? (problem && t(problem))}
      >
        <TextInput
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      </Field>
      {found && due ? (
        <Field label={t('Payment')} required error={error('instalment')}>
          <Select
            name="instalment"
            options={open.map((one) => ({
              value: String(one.number),
              label: t('{number} of {all}: {open} open', {
                number: one.number,
                all: found.dues.length,
                open: dollars(cents(one.amount) - cents(one.held)),
              }),
            }))}
            value={String(due.number)}
            onChange={({ target }) => setNumber(target.value)}
          />
        </Field>
      ) : null}
      <Field
        label={t('What it counts for in USD')}
        required
        hint={
          receipt.worth === null
            ? t('Nobody can say what it is worth: enter its value at the time it was sent.')
            : t('By the rate of the likeliest quote it is worth {worth}.', {
                worth: dollars(cents(receipt.worth)),
              })
        }
        error={error('amount')}
      >
        <TextInput
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Field>
      <BookPreview sentences={sentences} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Booking...')}
        >
          {t('Book it')}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}
