import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountIn, cents, dollars } from '../../../../shared/money.ts';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { useForm } from '../../../../web/forms/useForm.ts';
import { LoadError } from '../../../../web/loading/LoadError.tsx';
import { IfCan, useCan } from '../../../../web/permissions.tsx';
import { read } from '../../../../web/queries.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { toast } from '../../../../web/ui/toasts.ts';
import { useDates } from '../../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../../web/words.tsx';
import {
  approveAction,
  declineAction,
  listApplicationApprovals,
  type WaitingApproval,
  withdrawAction,
} from '../../core/approvals/approval.contract.ts';
import { APPROVAL_LABELS, type ApprovalAction } from '../../core/approvals/approval.rules.ts';
import { undoMovePayment, undoTakeBack } from '../../core/correction.contract.ts';
import { usePaymentAction } from '../../core/usePaymentAction.ts';
import { undoPlanEnd, undoWaiver } from '../instalments/instalment.contract.ts';
import { PaymentForm, ReasonField } from '../PaymentForm.tsx';

/** What waits of an application's money; nothing where nothing does. */
export function WaitingApprovals({ applicationId }: { applicationId: string }) {
  const t = useWords();
  const waiting = useQuery({
    ...read(listApplicationApprovals, { params: { id: applicationId } }),
    enabled: useCan()('payments:read'),
  });
  const language = useLanguage();
  if (!waiting.data)
    return (
      <LoadError
        query={waiting}
        fallback={t('What waits for a second administrator could not be loaded. Please try again.')}
      />
    );
  return waiting.data.map((approval) => (
    <Notice key={approval.id}>
      <strong>{t('Waits for a second administrator')}</strong>
      <p>
        {t(APPROVAL_LABELS[approval.action])}
        {approval.amount ? ` · ${amountIn(dollars(cents(approval.amount)), language)}` : null}
      </p>
      <ApprovalDecision approval={approval} />
    </Notice>
  ));
}

/** Who asked for what and why, with what the reader can do about it. */
export function ApprovalDecision({ approval }: { approval: WaitingApproval }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const [isDeclining, setDeclining] = useState(false);
  const { askedBy, isYours, reason, since, expiresAt } = approval;
  const who = isYours
    ? t('You asked for this on {when}.', { when: dateTimeOf(since) })
    : askedBy
      ? t('{name} asked for this on {when}.', { name: askedBy, when: dateTimeOf(since) })
      : t('An administrator whose account is gone asked for this on {when}.', {
          when: dateTimeOf(since),
        });
  return (
    <div className="grid gap-1 [overflow-wrap:anywhere]">
      <Details approval={approval} />
      {reason ? <p>{reason}</p> : null}
      <p className="hint">
        {who} {t('It ends on {when} if nobody approves it.', { when: dateTimeOf(expiresAt) })}
      </p>
      <IfCan permission="payments:confirm">
        {isYours ? (
          <Withdraw approval={approval} />
        ) : isDeclining ? (
          <DeclineForm approval={approval} onDone={() => setDeclining(false)} />
        ) : (
          <div className="actions">
            <Approve approval={approval} />
            <Button onClick={() => setDeclining(true)}>{t('Decline...')}</Button>
          </div>
        )}
      </IfCan>
    </div>
  );
}

/** What was asked for besides the amount. */
function Details({ approval: { action, amount, details } }: { approval: WaitingApproval }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const language = useLanguage();
  const money = (value: string) => amountIn(dollars(cents(value)), language);
  const facts: (string | undefined | false)[] = [
    action === 'setApprovalSum' &&
      (amount
        ? t('A second administrator would be needed only above {amount}.', {
            amount: money(amount),
          })
        : t('A second administrator would no longer be needed for any amount.')),
    details.reference && t('To {reference}', { reference: details.reference }),
    details.instalment &&
      t(action === 'movePayment' ? 'from payment {number}' : 'payment {number}', {
        number: details.instalment,
      }),
    details.receivedAmount && t('{held} received', { held: money(details.receivedAmount) }),
    details.receivedOn && dayInWords(details.receivedOn),
    details.refundedOn && t('Sent back on {day}', { day: dayInWords(details.refundedOn) }),
    details.statementLine,
    details.keepSurplus && t('The surplus counts for the next payments.'),
  ].map((one) => one || undefined);
  const given = facts.filter(Boolean);
  return given.length > 0 ? <p>{given.join(' · ')}</p> : null;
}

interface DecisionProps {
  approval: WaitingApproval;
}

/** How what was approved is undone, where it can be; `operationId` is that of a move. */
const UNDO: Partial<
  Record<ApprovalAction, (target: string, operationId: string) => Promise<unknown>>
> = {
  takeBackPayment: (id) => call(undoTakeBack, { params: { id } }),
  movePayment: (_target, id) => call(undoMovePayment, { params: { id } }),
  waiveInstalment: (id) => call(undoWaiver, { params: { id } }),
  endPaymentPlan: (id) => call(undoPlanEnd, { params: { id } }),
};

/** PayPal sends the money back at once. */
const SENT_BACK: readonly ApprovalAction[] = [
  'refundThroughPaypal',
  'decideLines',
  'answerDispute',
];

function Approve({ approval: { id, action, target, amount } }: DecisionProps) {
  const t = useWords();
  const through = useRecentPassword();
  const undo = useAction(
    (operationId: string) => UNDO[action]?.(target, operationId) ?? Promise.resolve(),
    { through, done: t('Undone'), failed: t('Update Failed'), refresh: 'all' },
  );
  const approve = useAction(() => call(approveAction, { params: { id } }), {
    through,
    failed: t('Update Failed'),
    refresh: 'all',
    onDone: ({ message, operationId = '' }) =>
      toast({
        title: t(message),
        ...(UNDO[action]
          ? { action: { label: t('Undo'), press: () => void undo.run(operationId) } }
          : {}),
      }),
  });
  const confirm = useConfirm();
  const money = amount && dollars(cents(amount));
  const ask = async () => {
    const isForGood = SENT_BACK.includes(action);
    const question = {
      title: t('Refund this money now?'),
      text: t('PayPal will send {amount} back to the payer. This cannot be undone.', {
        amount: money ?? '',
      }),
      confirmLabel: t('Refund {amount}', { amount: money ?? '' }),
      danger: true,
    };
    if (!isForGood || (await confirm(question))) await approve.run();
  };
  return (
    <Button pending={approve.isPending} onClick={() => void ask()}>
      {t('Approve')}
    </Button>
  );
}

function Withdraw({ approval: { id } }: DecisionProps) {
  const t = useWords();
  const withdraw = useAction(() => call(withdrawAction, { params: { id } }), {
    done: t('Withdrawn'),
    failed: t('Update Failed'),
    refresh: 'all',
  });
  return (
    <div className="actions">
      <Button pending={withdraw.isPending} onClick={() => void withdraw.run()}>
        {t('Withdraw')}
      </Button>
    </div>
  );
}

function DeclineForm({ approval: { id }, onDone }: DecisionProps & { onDone: () => void }) {
  const t = useWords();
  const form = useForm(declineAction, { ...usePaymentAction(onDone), params: { id } });
  return (
    <PaymentForm form={form} submit={t('Decline')} onBack={onDone}>
      <ReasonField form={form} hint={t('Only administrators see this.')} isFirst />
    </PaymentForm>
  );
}
