import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApplicationFields } from '../../../features/application/ApplicationFields.tsx';
import { ApplicationData } from '../../../features/application/application.contract.ts';
import { birthDateProblem } from '../../../features/application/application.rules.ts';
import { saveDraft } from '../../../features/payments/checkout.contract.ts';
import { EarlierApplications } from '../../../features/payments/EarlierApplications.tsx';
import { PlanPrices } from '../../../features/payments/PlanPrices.tsx';
import { useMyApplications } from '../../../features/payments/useMyApplications.ts';
import type { MyApplication } from '../../../features/payments/checkout.contract.ts';
import type { Checkout } from '../../../features/payments/checkout.rules.ts';
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
  const [checkout, setCheckout] = useState<Checkout>();
  const [isPaying, setPaying] = useState(false);
  const mine = useMyApplications();

  // The touch that woke the page may have been in this form already.
  const askIfHere = useEffectEvent(() => {
    if (section.current?.contains(document.activeElement)) void mine.load();
  });
  useEffect(() => askIfHere(), []);

  const [resumed, setResumed] = useState<Checkout>();

  function pay(application: Checkout) {
    setCheckout(application);
    setPaying(true);
  }

  function resume({ masked, ...application }: MyApplication) {
    const checkout = { ...application, isMasked: masked };
    // Its details fill the form again; masked ones have to be typed anew.
    if (!masked) setResumed(checkout);
    pay(checkout);
  }

  function edit() {
    setPaying(false);
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
          <StepIndicator steps={[t('Application'), t('Payment')]} current={checkout ? 1 : 0} />
        </div>
        <div className="grid items-start gap-10 md:grid-cols-[3fr_2fr]">
          <div className="grid gap-6">
            <EarlierApplications mine={mine} onContinue={resume} />
            <ApplicationForm key={resumed?.id} details={resumed?.applicationData} onStored={pay} />
          </div>
          <aside className="grid gap-5 md:sticky md:top-24" aria-label={t('Price')}>
            <PlanPrices plans={plans} />
            <Notice>
              <p>{t(NOTICE)}</p>
            </Notice>
            {checkout && !isPaying ? (
              <Button variant="primary" onClick={() => setPaying(true)}>
                {t('Go on with the payment of {reference}', { reference: checkout.reference })}
              </Button>
            ) : null}
          </aside>
        </div>
      </div>
      {checkout ? (
        <Suspense fallback={<Loading>{t('Loading the payment...')}</Loading>}>
          <PaymentDialog
            open={isPaying}
            checkout={checkout}
            plans={plans}
            rails={rails}
            onEdit={edit}
            onClose={() => setPaying(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

interface ApplicationFormProps {
  /** Of an earlier visit. */
  details: Checkout['applicationData'] | undefined;
  onStored: (checkout: Checkout) => void;
}

/** The plan that a draft begins with; it is chosen in the payment dialog. */
const firstPlan: Plan = 'onetime';

function ApplicationForm({ details, onStored }: ApplicationFormProps) {
  const t = useWords();
  const application = useForm(saveDraft, {
    fallback: t('Please check your information and try again.'),
    read: (form) => ({ applicationData: readApplication(form), plan: firstPlan }),
    check: (form) => ({
      ...birthDateErrors(form),
      ...(isTicked(form) ? {} : { notice: MUST_TICK }),
    }),
    onSuccess: ({ id, reference }, { applicationData }) =>
      onStored({ id, reference, applicationData, isMasked: false }),
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
