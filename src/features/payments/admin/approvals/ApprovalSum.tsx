import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AnswerOf } from '../../../../shared/endpoint.ts';
import { words } from '../../../../shared/words.ts';
import { sentenceOf } from '../../../../web/api.ts';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { Loading } from '../../../../web/loading/Loading.tsx';
import { read } from '../../../../web/queries.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { ErrorNotice } from '../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../web/words.tsx';
import { readApprovalSum, setApprovalSum } from '../../core/approvals/approval.contract.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';

const FAILED = words('That did not work. Please try again.');

/** Above which amount one administrator is not enough. */
export function ApprovalSum() {
  const t = useWords();
  const id = useId();
  const { data, error } = useQuery({ ...read(readApprovalSum), refetchOnMount: 'always' });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby={id}>
      <h2 id={id} className="text-[1.5rem]">
        {t('Second administrator')}
      </h2>
      <ErrorNotice sentence={error && sentenceOf(error, FAILED)} />
      {data ? (
        <SumForm key={data.sum} {...data} />
      ) : error ? null : (
        <Loading>{t('Loading...')}</Loading>
      )}
    </section>
  );
}

/** An empty amount switches it off. */
const bodyOf = (form: FormData) => {
  const sum = String(form.get('sum') ?? '').trim();
  return { sum: sum === '' ? null : sum };
};

function SumForm({ sum, approvers }: AnswerOf<typeof readApprovalSum>) {
  const t = useWords();
  const form = useForm(setApprovalSum, { ...usePaymentAction(() => {}), read: bodyOf });
  const { sum: error } = form.errors;
  return (
    <>
      <p>
        {t(
          'A larger refund, move, waiver or correction is done only once another administrator approves it.',
        )}{' '}
        {t(
          '{count, plural, one {# administrator can approve.} other {# administrators can approve.}}',
          { count: approvers },
        )}{' '}
        {approvers < 2
          ? t(
              'As long as nobody else can approve, everything is done at once, and the activity log says so.',
            )
          : null}
      </p>
      <form {...form.form} className="grid justify-items-start gap-4">
        <FormErrors state={form} />
        <Field
          label={t('Needed above, in USD')}
          required={false}
          hint={t(
            'Leave it empty if one administrator is always enough. Raising or removing the amount needs a second administrator, too.',
          )}
          error={error && t(error)}
        >
          <TextInput name="sum" inputMode="decimal" autoComplete="off" defaultValue={sum ?? ''} />
        </Field>
        <Button type="submit" pending={form.isPending} pendingLabel={t('Saving...')}>
          {t('Save')}
        </Button>
      </form>
    </>
  );
}
