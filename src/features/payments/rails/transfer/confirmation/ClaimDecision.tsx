import { type ReactNode, useState } from 'react';
import { amountIn, cents, dollars } from '../../../../../shared/money.ts';
import { useCan } from '../../../../../web/permissions.tsx';
import { linkTo, withQuery } from '../../../../../web/address.ts';
import { MailLink } from '../../../../../web/ui/MailLink.tsx';
import { personAddress } from '../../../../../shared/person-address.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Fact, FactList } from '../../../../../web/lists/FactList.tsx';
import { usePanel } from '../../../../../web/lists/panel/panel.ts';
import { RowActions } from '../../../../../web/lists/RowActions.tsx';
import { RowDialog } from '../../../../../web/lists/RowDialog.tsx';
import type { OpenedRow } from '../../../../../web/lists/useOpenedRow.ts';
import { useDates } from '../../../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../../../web/words.tsx';
import { FLAG_LABELS, RAIL_LABELS, STATUS_LABELS } from '../../../core/admin-labels.rules.ts';
import { differenceOf, isLateTransfer } from '../transfer.rules.ts';
import { ConfirmAndNext, useKnownReceipt } from './ConfirmAndNext.tsx';
import {
  type ClaimFormProps,
  ConfirmClaimForm,
  RejectClaimForm,
  SettleNumberForm,
} from './DecisionForms.tsx';
import { MatchSuggestions, type SuggestedLine } from './MatchSuggestions.tsx';
import type { PaymentRow } from './confirmation.contract.ts';

interface ClaimDecisionProps {
  payment: PaymentRow;
  /** In a panel: what is decided next, and its foot, whose first button is `step`. */
  inPanel?: { onDecided: () => boolean; foot: (step: ReactNode) => ReactNode };
}

/** A payment; where it is a claim that waits, or late money may still have come, with what decides it. */
export function ClaimDecision({ payment, inPanel }: ClaimDecisionProps) {
  const t = useWords();
  const [deciding, setDeciding] = useState<'confirm' | 'reject' | 'settle'>();
  const [line, setLine] = useState<SuggestedLine>();
  const back = () => {
    setDeciding(undefined);
    setLine(undefined);
  };
  const canConfirm = useCan()('payments:confirm');
  const waits = canConfirm && payment.status === 'claimed';
  const known = useKnownReceipt(payment, waits && inPanel !== undefined);
  const shared = { claim: payment, onCancel: back, onDecided: inPanel?.onDecided };
  const forms = {
    confirm: <ConfirmClaimForm {...shared} line={line} />,
    settle: <SettleNumberForm {...shared} />,
    reject: <RejectClaimForm {...shared} />,
  };
  const decision = (
    <div className="grid gap-5">
      <PaymentFacts payment={payment} />
      {canConfirm && isLateTransfer(payment) ? <LateTransfer payment={payment} /> : null}
      {waits && deciding ? forms[deciding] : null}
      {waits && !deciding ? (
        <>
          <MatchSuggestions
            claim={payment}
            onLine={(near) => {
              setLine(near);
              setDeciding('confirm');
            }}
          />
          <div className="actions">
            {inPanel && known === 'none' ? null : (
              <Button
                variant={inPanel ? 'secondary' : 'primary'}
                onClick={() => setDeciding('confirm')}
              >
                {t('Confirm payment...')}
              </Button>
            )}
            {payment.sameNumber > 1 ? (
              <Button onClick={() => setDeciding('settle')}>
                {t('Assign the number to this payer...')}
              </Button>
            ) : null}
            <Button onClick={() => setDeciding('reject')}>{t('Reject...')}</Button>
          </div>
        </>
      ) : null}
    </div>
  );
  if (!inPanel) return decision;
  return (
    <>
      {decision}
      {inPanel.foot(
        waits && !deciding ? (
          <ConfirmAndNext
            claim={payment}
            known={known}
            onOther={() => setDeciding('confirm')}
            onDecided={inPanel.onDecided}
          />
        ) : null,
      )}
    </>
  );
}

interface ClaimDialogProps {
  opened: OpenedRow<PaymentRow>;
  returnFocus?: () => Element | null;
}

/** One claim with its decision forms, beside the list. */
export function ClaimDialog({ opened, returnFocus }: ClaimDialogProps) {
  return (
    <RowDialog
      opened={opened}
      {...(returnFocus ? { returnFocus } : {})}
      title={({ reference, name }) => `${reference} · ${name}`}
    >
      {(claim) => <ClaimPanel claim={claim} />}
    </RowDialog>
  );
}

function ClaimPanel({ claim }: { claim: PaymentRow }) {
  const t = useWords();
  const panel = usePanel();
  const { email, applicationId } = claim;
  const foot = (step: ReactNode) => (
    <RowActions email={email} person={personAddress('application', applicationId)}>
      {step}
      <Button
        {...linkTo(withQuery('/admin/submissions/passport-applications', { open: applicationId }))}
      >
        {t('Open the application')}
      </Button>
    </RowActions>
  );
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <MailLink address={email} />
      </p>
      <ClaimDecision
        payment={claim}
        inPanel={{ onDecided: () => panel?.advance() ?? true, foot }}
      />
    </>
  );
}

/** The button that had the focus has gone. */
const takeFocus = (form: HTMLElement | null) => form?.focus();

/** A transfer that is no longer waited for; money that has come for it after all is confirmed here. */
export function LateTransfer({ payment }: { payment: ClaimFormProps['claim'] }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [line, setLine] = useState<SuggestedLine>();
  if (!isOpen) {
    return (
      <div className="grid gap-3">
        <p className="hint">
          {t('We are no longer waiting for this transfer. Money that arrives late is not lost.')}
        </p>
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{t('Confirm late payment...')}</Button>
        </div>
      </div>
    );
  }
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      className="grid gap-5"
      aria-label={t('Confirm a late payment')}
    >
      {line ? null : <MatchSuggestions claim={payment} onLine={setLine} />}
      <ConfirmClaimForm
        // Its fields have the line's values.
        key={line?.id}
        claim={payment}
        line={line}
        onCancel={() => (line ? setLine(undefined) : setOpen(false))}
      />
    </section>
  );
}

/** One payment with all that is known of it; what is not known is left out. */
function PaymentFacts({ payment }: { payment: PaymentRow }) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  const language = useLanguage();
  const money = (amount: string | null) => amount && amountIn(dollars(cents(amount)), language);
  const difference = payment.received ? differenceOf(payment.received, payment.amount) : undefined;
  const facts: [label: string, value: string | null][] = [
    [t('Amount due'), money(payment.amount)],
    [t('Number given by the payer'), payment.number],
    [t('Method'), t(RAIL_LABELS[payment.method])],
    [t('Payment'), t('{number} of {all}', { number: payment.instalment, all: payment.of })],
    [t('Status'), t(STATUS_LABELS[payment.status])],
    [t('Received'), money(payment.received)],
    [t('Received on'), payment.receivedOn && dayInWords(payment.receivedOn)],
    [t('Statement line'), payment.statementLine],
    [t('Difference'), difference ? t(difference.sentence, difference.values) : null],
    [t('Note'), t(FLAG_LABELS[payment.flag])],
    [t('Reason'), payment.reason && t(payment.reason)],
    [t('Started'), dateTimeOf(payment.createdAt)],
  ];
  return (
    <FactList>
      {facts.map(([label, value]) =>
        value ? (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ) : null,
      )}
    </FactList>
  );
}
