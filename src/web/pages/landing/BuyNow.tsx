import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApplicationFields } from '../../../features/application/ApplicationFields.tsx';
import { ApplicationData } from '../../../features/application/application.contract.ts';
import { birthDateProblem } from '../../../features/application/application.rules.ts';
import { saveDraft } from '../../../features/payments/checkout.contract.ts';
import { EarlierApplications } from '../../../features/payments/EarlierApplications.tsx';
import { PlanPrices } from '../../../features/payments/PlanPrices.tsx';
import { useMyApplications } from '../../../features/payments/useMyApplications.ts';
import type { MyApplication } from '../../../features/payments/checkout.contract.ts';
import { isEditable, isPayable } from '../../../features/payments/checkout.rules.ts';
import { fromForm } from '../../../shared/form.ts';
import { NOTICE, NOTICE_VERSION } from '../../../shared/notice.ts';
import type { PageData } from '../../../shared/page.ts';
import type { Plan } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StepIndicator } from '../../ui/StepIndicator.tsx';
import { useForm } from '../../useForm.ts';
import { useWords } from '../../words.tsx';

// Fetched when somebody goes on to pay: most visitors never do.
const PaymentDialog = lazy(() =>
  import('../../../features/payments/PaymentDialog.tsx').then((m) => ({
    default: m.PaymentDialog,
  })),
);

/** Apply for the kit, then pay for it. */
export function BuyNow({ plans, rails }: Pick<PageData, 'plans' | 'rails'>) {
  const t = useWords();
  const section = useRef<HTMLElement>(null);
  const [paying, setPaying] = useState<{ id: string; isOpen: boolean; times: number }>();
  const [resumed, setResumed] = useState<MyApplication>();
  const mine = useMyApplications();
  const current = mine.applications.find(({ id }) => id === paying?.id);

  // The touch that woke the page may have been in this form already.
  const askIfHere = useEffectEvent(() => {
    if (section.current?.contains(document.activeElement)) void mine.load();
  });
  useEffect(() => askIfHere(), []);

  /** Opens the dialog afresh: what the last visit to it ended with is no longer true. */
  const pay = (id: string) =>
    setPaying((before) => ({ id, isOpen: true, times: (before?.times ?? 0) + 1 }));
  const close = () => setPaying((now) => now && { ...now, isOpen: false });

  function resume(application: MyApplication) {
    // A draft's details fill the form again; hidden ones have to be typed anew.
    if (isEditable(application)) setResumed(application);
    pay(application.id);
  }

  function edit() {
    close();
    section.current?.querySelector<HTMLInputElement>('[name=firstName]')?.focus();
  }

  return (
    <section
      id="buy-now"
      ref={section}
      className="bg-raised"
      onFocusCapture={() => void mine.load()}
    >
      <div className="mx-auto grid max-w-6xl gap-8 px-5 py-14 md:py-20">
        <div className="grid gap-4">
          <h2>{t('Buy Now')}</h2>
          <p>{t('The kit is the campaign’s booklet in your name, sent to your door.')}</p>
          <StepIndicator steps={[t('Application'), t('Payment')]} current={current ? 1 : 0} />
        </div>
        <div className="grid items-start gap-10 md:grid-cols-[3fr_2fr]">
          <div className="grid gap-6">
            <EarlierApplications mine={mine} onContinue={resume} />
            <ApplicationForm
              key={resumed?.id}
              details={resumed?.applicationData}
              plan={current?.paymentPlan ?? 'onetime'}
              onStored={(id) => void mine.reload().then(() => pay(id))}
            />
          </div>
          <aside className="grid gap-5 md:sticky md:top-24" aria-label={t('Price')}>
            <PlanPrices plans={plans} />
            <Notice>
              <p>{t(NOTICE)}</p>
            </Notice>
            {current && !paying?.isOpen && isPayable(current) ? (
              <Button variant="primary" onClick={() => pay(current.id)}>
                {t('Go on with the payment of {reference}', { reference: current.reference })}
              </Button>
            ) : null}
          </aside>
        </div>
      </div>
      {paying ? (
        <Suspense fallback={<Loading>{t('Loading the payment...')}</Loading>}>
          <PaymentDialog
            key={paying.times}
            open={paying.isOpen}
            applicationId={paying.id}
            mine={mine}
            plans={plans}
            rails={rails}
            onEdit={edit}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

interface ApplicationFormProps {
  /** Of a draft of an earlier visit. */
  details: MyApplication['applicationData'] | undefined;
  /** The plan chosen in the payment dialog so far. */
  plan: Plan;
  onStored: (id: string) => void;
}

function ApplicationForm({ details, plan, onStored }: ApplicationFormProps) {
  const t = useWords();
  const application = useForm(saveDraft, {
    fallback: t('Please check your information and try again.'),
    read: (form) => ({ applicationData: readApplication(form), plan }),
    check: (form) => ({
      ...birthDateErrors(form),
      ...(isTicked(form) ? {} : { notice: MUST_TICK }),
    }),
    onSuccess: ({ id }) => onStored(id),
  });
  const { errors } = application;
  return (
    <form {...application.form} className="grid gap-6">
      <FormErrors state={application} />
      <ApplicationFields errors={errors} {...(details ? { defaults: details } : {})} />
      <Checkbox
        name="notice"
        label={t(
          'I understand that the kit is a campaign document: no state issues or recognises it, and I cannot travel or identify myself with it.',
        )}
        error={errors.notice ? t(errors.notice) : undefined}
      />
      <Checkbox name="wantsNews" label={t('Send me news of the campaign (optional)')} />
      <noscript>
        <p>{t('Applying needs JavaScript. You can also write to us and we send you the form.')}</p>
      </noscript>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={application.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Continue to Payment')}
        </Button>
      </div>
    </form>
  );
}

const MUST_TICK = words('Please tick that you understand what the kit is and is not');

const isTicked = (form: FormData) => form.get('notice') !== null;

const readApplication = (form: FormData) => ({
  ...fromForm(ApplicationData, form),
  ...(isTicked(form) ? { noticeVersion: NOTICE_VERSION } : {}),
});

function birthDateErrors(form: FormData): Record<string, string> {
  const problem = birthDateProblem(String(form.get('dateOfBirth')), new Date());
  return problem && form.get('dateOfBirth') ? { dateOfBirth: problem } : {};
}
