import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../../web/forms/FormErrors.tsx';
import { TextArea } from '../../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../../web/forms/useForm.ts';
import { LoadError } from '../../../../../web/loading/LoadError.tsx';
import { IfCan } from '../../../../../web/permissions.tsx';
import { read } from '../../../../../web/queries.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useWords } from '../../../../../web/words.tsx';
import { usePaymentAction } from '../../../core/usePaymentAction.ts';
import { useReopen } from '../../../core/useReopen.ts';
import {
  dismissDifference,
  explainDifference,
  readTreasury,
  type TreasuryDifference,
} from './treasury.contract.ts';

/** What our balances changed by without a known transfer, and when they were last compared. */
export function TreasuryDifferences() {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const treasury = useQuery(read(readTreasury));
  const { checkedAt, isOverdue, differences = [] } = treasury.data ?? {};
  return (
    <>
      <LoadError query={treasury} fallback={t('The balances could not be loaded.')} />
      {checkedAt && isOverdue ? (
        <Notice role="alert" tone="danger">
          {t('Balances not checked since {time}.', { time: dateTimeOf(checkedAt) })}
        </Notice>
      ) : null}
      {differences.map((one) => (
        <Difference key={one.id} difference={one} />
      ))}
    </>
  );
}

function Difference({ difference }: { difference: TreasuryDifference }) {
  const t = useWords();
  const { id, amount, token, fromBlock, toBlock } = difference;
  const options = { ...usePaymentAction(() => undefined), params: { id } };
  const explained = useForm(explainDifference, options);
  const undo = useReopen('treasury', id);
  const dismissed = useForm(dismissDifference, {
    ...usePaymentAction(
      () => undefined,
      () => () => void undo.run(),
    ),
    params: { id },
  });
  const hash = explained.errors.txHash;
  const reason = dismissed.errors.reason;
  return (
    <Notice>
      <strong>{t('Balance difference: {amount}', { amount: `${amount} ${token}` })}</strong>
      <p>
        {t('Between blocks {from} and {to}, no known transfer explains it.', {
          from: fromBlock,
          to: toBlock,
        })}
      </p>
      <IfCan permission="payments:confirm">
        <form {...explained.form} className="grid gap-3">
          <FormErrors state={explained} />
          <Field label={t('Transaction hash')} required error={hash && t(hash)}>
            <TextInput name="txHash" autoComplete="off" spellCheck={false} maxLength={66} />
          </Field>
          <Button type="submit" variant="primary" pending={explained.isPending}>
            {t('Find payment')}
          </Button>
        </form>
        <details>
          <summary>{t('Dismiss it')}</summary>
          <form {...dismissed.form} className="grid gap-3">
            <FormErrors state={dismissed} />
            <Field label={t('Reason')} required error={reason && t(reason)}>
              <TextArea name="reason" rows={2} maxLength={1000} />
            </Field>
            <Button type="submit" variant="danger" pending={dismissed.isPending}>
              {t('Dismiss it')}
            </Button>
          </form>
        </details>
      </IfCan>
    </Notice>
  );
}
