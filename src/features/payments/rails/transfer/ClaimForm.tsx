import { useEffect, useRef, useState } from 'react';
import { words } from '../../../../shared/words.ts';
import { CallError } from '../../../../web/api.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { afterFirstSentence } from '../../../../web/ui/KitNotice.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useWords } from '../../../../web/words.tsx';
import { type MyApplication } from '../../payer/my-applications.contract.ts';
import { submitPayment } from './transfer.contract.ts';
import type { PayableInstalment } from '../../payer/my-applications.rules.ts';
import { NUMBER_FIELD } from './transfer.rules.ts';

/** A claim that was taken. */
export interface Claimed {
  message: string;
  reference: string;
  /** In capitals, as it is stored and as the field shows it. */
  number: string;
  rail: 'zelle' | 'bank';
  due: PayableInstalment;
}

interface ClaimFormProps {
  rail: 'zelle' | 'bank';
  application: MyApplication;
  /** Which payment the number is for. */
  due: PayableInstalment;
  onSubmitted: (claimed: Claimed) => void;
}

/** Asks the payer for the number of a transfer that was sent, always in sight below its details. */
export function ClaimForm({ rail, application, due, onSubmitted }: ClaimFormProps) {
  const t = useWords();
  const [number, setNumber] = useState('');
  // Another application has claimed this number: it can still be sent, for a person to look at.
  const [taken, setTaken] = useState<string>();
  const isForReview = useRef(false);
  const [failure, setFailure] = useState<string>();
  const name = NUMBER_FIELD[rail];
  const field = useRef<HTMLInputElement>(null);
  // Until the money is sent there is no number, and the steps need the space.
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    if (isSent) field.current?.focus();
  }, [isSent]);
  const isEmpty = number.trim() === '';
  const claim = useForm(submitPayment, {
    fallback: NO_ANSWER,
    read: (form) => ({
      paymentMethod: rail,
      paymentData: {
        [name]: String(form.get(name) ?? ''),
        plan: application.paymentPlan,
        instalment: due.number,
        ...(isForReview.current ? { review: true } : {}),
      },
      applicationId: application.id,
    }),
    onRefused: () => field.current?.focus(),
    onSuccess: ({ message, reference }) =>
      onSubmitted({ message, reference, number: number.trim().toUpperCase(), rail, due }),
    onFailure: (sentence, error) => {
      const isTaken = error instanceof CallError && error.detail.reason === 'review';
      setTaken(isTaken ? sentence : undefined);
      setFailure(isTaken ? undefined : t(failureOf(error), { error: t(sentence) }));
    },
  });
  const errors = taken ? { [name]: taken } : claim.errors;
  const error = errors[name];
  // An error makes the form longer than what was in sight of it.
  useEffect(() => {
    if (error) field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  // The only field has the focus and says what is missing.
  const isMissing = isEmpty && claim.errors[name] !== undefined;
  if (!isSent)
    return (
      <div className="claim">
        <Button variant="primary" onClick={() => setSent(true)}>
          {t('I have sent the money')}
        </Button>
      </div>
    );
  return (
    <form {...claim.form} className="claim">
      {isMissing ? null : (
        <FormErrors
          state={{
            ...claim,
            errors: taken ? { [name]: afterFirstSentence(t(taken))[0] } : claim.errors,
            failure: failure && claim.failure,
          }}
          failure={failure}
        />
      )}
      <div className="claim-number">
        <Field
          label={rail === 'zelle' ? t('Zelle confirmation number') : t('Bank reference number')}
          required
          hint={t('No number? Enter the memo.')}
          error={error ? t(error) : undefined}
        >
          <TextInput
            ref={field}
            name={name}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={100}
            value={number}
            onChange={(event) => {
              setNumber(event.target.value);
              setTaken(undefined);
              setFailure(undefined);
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={claim.isPending}
          pendingLabel={t('Submitting...')}
          onClick={() => {
            isForReview.current = false;
          }}
        >
          {t('Submit number')}
        </Button>
      </div>
      {taken ? (
        <Button
          pending={claim.isPending}
          pendingLabel={t('Submitting...')}
          onClick={(event) => {
            isForReview.current = true;
            event.currentTarget.form?.requestSubmit();
          }}
        >
          {t('Send for review')}
        </Button>
      ) : null}
    </form>
  );
}

const NO_ANSWER = words('Failed to submit payment. Please try again.');

/** Specification §8: what the server said, or that it gave no reason, or that nothing came back. */
function failureOf(error: unknown): string {
  if (!(error instanceof CallError)) return NO_ANSWER;
  return error.shown === undefined ? words('Payment submission failed') : words('Error: {error}');
}
