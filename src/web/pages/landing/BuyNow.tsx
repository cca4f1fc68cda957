import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApplicationFields } from '../../../features/application/ApplicationFields.tsx';
import { ApplicationData } from '../../../features/application/application.contract.ts';
import { useBirthDateProblem } from '../../../features/application/useBirthDateProblem.ts';
import { BUY_NOW } from '../../../features/content/texts/buy-now.rules.ts';
import { saveDraft } from '../../../features/payments/payer/my-applications.contract.ts';
import { PlanPrices } from '../../../features/payments/checkout/PlanPrices.tsx';
import { useMyApplications } from '../../../features/payments/payer/useMyApplications.ts';
import type { MyApplication } from '../../../features/payments/payer/my-applications.contract.ts';
import { isEditable, isPayable } from '../../../features/payments/payer/my-applications.rules.ts';
import { fromForm } from '../../../shared/form.ts';
import { NOTICE_VERSION } from '../../../shared/notice.ts';
import type { LivePageData } from '../../../shared/page.ts';
import { words } from '../../../shared/words.ts';
import { PausedNotice } from '../../paused.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { KitNotice } from '../../ui/KitNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { StepIndicator } from '../../ui/StepIndicator.tsx';
import { toast } from '../../ui/toasts.ts';
import { lazyPart } from '../../loading/lazyPart.tsx';
import { useLazyPart } from '../../loading/useLazyPart.ts';
import { useContent } from '../../content.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { useCloseOnBack } from './useCloseOnBack.ts';

// Fetched when someone goes on to pay: most visitors never do.
const Payment = lazyPart(async () => {
  const { PaymentDialog } = await import('../../../features/payments/checkout/PaymentDialog.tsx');
  return PaymentDialog;
}, 'pay');

// Fetched for who has applied from this device before.
const EarlierApplications = lazyPart(
  async () =>
    (await import('../../../features/payments/checkout/EarlierApplications.tsx'))
      .EarlierApplications,
  'pay',
);

/** The payment dialog: for which application it is open, and how many times it was. */
function usePaymentDialog() {
  const t = useWords();
  const [paying, setPaying] = useState<{ id: string; isOpen: boolean; times: number }>();

  /** Opens the dialog afresh: what the last visit to it ended with is no longer true. */
  async function pay(id: string) {
    try {
      await Payment.load();
    } catch (error) {
      // The application is stored by now; the button to go on with it stays.
      console.warn(error);
      toast({
        title: t('The payment page could not be opened'),
        description: t(NO_PAYMENT),
        variant: 'destructive',
      });
      setPaying((before) => ({ id, isOpen: false, times: before?.times ?? 0 }));
      return;
    }
    setPaying((before) => ({ id, isOpen: true, times: (before?.times ?? 0) + 1 }));
  }
  const close = () => setPaying((now) => now && { ...now, isOpen: false });
  useCloseOnBack(paying?.isOpen === true, close);

  return { paying, pay, close };
}

interface BuyNowProps extends Pick<LivePageData, 'plans' | 'waysToPay' | 'paypalSdkUrl'> {
  isPage?: boolean;
}

/** Apply for the kit, then pay for it. */
export function BuyNow({ plans, waysToPay, paypalSdkUrl, isPage = false }: BuyNowProps) {
  const canPay = waysToPay.length > 0;
  const t = useWords();
  const say = useContent();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const earlier = useRef<HTMLElement>(null);
  /** Where the focus goes when the payment closes, if not back to what opened it. */
  const focusNext = useRef<() => HTMLElement | null | undefined>(undefined);
  const { paying, close, ...dialog } = usePaymentDialog();
  const [form, setForm] = useState<FormState>({ times: 0 });
  const mine = useMyApplications();
  const find = (wanted: string | undefined) => mine.applications.find(({ id }) => id === wanted);
  const current = find(paying?.id);
  const earlierCode = useLazyPart(EarlierApplications, mine.applications.length > 0);

  // The touch that hydrated the page may have been in this form already.
  const askIfHere = useEffectEvent(() => {
    if (document.cookie.includes('applied=1') || section.current?.contains(document.activeElement))
      void mine.load();
  });
  useEffect(() => askIfHere(), []);

  function pay(id: string) {
    focusNext.current = undefined;
    return dialog.pay(id);
  }

  function store(id: string) {
    setForm((now) => ({ ...now, id }));
    void mine.reload().then(() => pay(id));
  }

  function resume(application: MyApplication) {
    // A draft's details fill the form again; hidden ones have to be typed anew.
    const { id, applicationData: details } = application;
    if (isEditable(application)) setForm(({ times }) => ({ times: times + 1, id, details }));
    void pay(id);
  }

  function edit() {
    section.current?.querySelector('.application')?.setAttribute('open', '');
    focusNext.current = () => section.current?.querySelector<HTMLElement>('[name=firstName]');
    close();
  }

  /** The paid application is done: the form is empty for the next applicant. */
  function finish() {
    focusNext.current = () => earlier.current ?? heading.current;
    if (form.id === paying?.id) setForm(({ times }) => ({ times: times + 1 }));
  }

  return (
    <section
      id="buy-now"
      ref={section}
      className={isPage ? undefined : 'threaded'}
      onFocusCapture={() => void mine.load()}
    >
      {isPage ? <PageTitle ref={heading}>{say(BUY_NOW.title)}</PageTitle> : null}
      <div className={`part gap-8 ${isPage ? 'py-8 md:py-14' : ''}`}>
        <div className="grid gap-4">
          {isPage ? null : (
            <h2 ref={heading} tabIndex={-1}>
              {say(BUY_NOW.title)}
            </h2>
          )}
          <p>{say(BUY_NOW.intro)}</p>
          <StepIndicator
            steps={[t('Application'), t('Payment')]}
            current={paying?.isOpen || form.id ? 1 : 0}
          />
        </div>
        {canPay ? null : <NotOpenNotice contact={isPage ? '/contact' : '#contact'} />}
        {earlierCode.isLoaded ? (
          <EarlierApplications.Component mine={mine} onContinue={resume} titleRef={earlier} />
        ) : null}
        <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[3fr_2fr]">
          {/* First in the order of the page: on a phone it is above the first field. */}
          <aside className="grid gap-5 lg:sticky lg:top-24 lg:order-last" aria-label={t('Price')}>
            <PlanPrices plans={plans} waysToPay={waysToPay} />
            <KitNotice />
            {current && !paying?.isOpen && isPayable(current) ? (
              <Button variant="primary" onClick={() => void pay(current.id)}>
                {t('Continue the payment of {reference}', { reference: current.reference })}
              </Button>
            ) : null}
          </aside>
          <div className="grid gap-6">
            <Folded isFolded={!isPage}>
              <ApplicationForm
                key={form.times}
                details={form.details}
                stored={find(form.id)}
                canPay={canPay}
                onStored={store}
              />
            </Folded>
          </div>
        </div>
      </div>
      {paying && paying.times > 0 ? (
        <Payment.Component
          key={paying.times}
          open={paying.isOpen}
          applicationId={paying.id}
          mine={mine}
          plans={plans}
          place={{ isClosed: false, paypalSdkUrl }}
          onEdit={edit}
          onClose={close}
          onClaimed={finish}
          returnFocus={() => focusNext.current?.()}
        />
      ) : null}
    </section>
  );
}

/** On a phone the form is folded until somebody wants it: the bootstrap opens it for who comes to apply. */
function Folded({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const t = useWords();
  if (!isFolded) return children;
  return (
    <details className="application" aria-label={t('Application')}>
      <summary className="btn">{t('Fill in the application')}</summary>
      {children}
    </details>
  );
}

function NotOpenNotice({ contact }: { contact: string }) {
  const t = useWords();
  const href = useHref();
  return (
    <Notice>
      <strong>{t('Payment is not open yet')}</strong>
      <p>
        {t('You can apply now. We save your application, but you cannot pay yet.')}{' '}
        <a href={href(contact)}>{t('Write to us and we will tell you when you can.')}</a>
      </p>
    </Notice>
  );
}

interface FormState {
  /** A new number is a new, empty form. */
  times: number;
  /** The application whose details it shows; absent until it was stored. */
  id?: string;
  details?: MyApplication['applicationData'];
}

interface ApplicationFormProps {
  /** Of a draft of an earlier visit. */
  details: MyApplication['applicationData'] | undefined;
  /** The stored application, with the plan that was chosen in the payment dialog. */
  stored: MyApplication | undefined;
  canPay: boolean;
  onStored: (id: string) => void;
}

function ApplicationForm({ details, stored, canPay, onStored }: ApplicationFormProps) {
  const t = useWords();
  const href = useHref();
  const say = useContent();
  const birthDateProblem = useBirthDateProblem();
  const application = useForm(saveDraft, {
    fallback: t('Please check your information and try again.'),
    read: (form) => ({
      applicationData: readApplication(form),
      plan: stored?.paymentPlan ?? 'onetime',
      ...(stored ? { applicationId: stored.id } : {}),
    }),
    check: (form) => ({
      ...birthDateErrors(form, birthDateProblem),
      ...(isTicked(form) ? {} : { notice: MUST_TICK }),
    }),
    onSuccess: ({ id }) => onStored(id),
  });
  const { errors } = application;
  return (
    <form {...application.form} aria-label={t('Application')} className="grid gap-6">
      <noscript>
        <p>
          {`${t('You need JavaScript to apply.')} `}
          <a href={href('/contact')}>{t('Write to us and we will help you.')}</a>
        </p>
      </noscript>
      <PausedNotice what="applying" />
      <p>{say(BUY_NOW.details_text)}</p>
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
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          className="needs-script"
          pending={application.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Continue to Payment')}
        </Button>
        {canPay ? null : (
          <p className="hint needs-script">{t('We save your application. You pay nothing now.')}</p>
        )}
      </div>
    </form>
  );
}

const NO_PAYMENT = words('Your application is saved. Please check your connection and try again.');

const MUST_TICK = words(
  'Please tick the box to show that you understand what the kit is and is not',
);

const isTicked = (form: FormData) => form.get('notice') !== null;

const readApplication = (form: FormData) => ({
  ...fromForm(ApplicationData, form),
  ...(isTicked(form) ? { noticeVersion: NOTICE_VERSION } : {}),
});

function birthDateErrors(
  form: FormData,
  problemOf: ReturnType<typeof useBirthDateProblem>,
): Record<string, string> {
  const written = String(form.get('dateOfBirth') ?? '').trim();
  const problem = written && problemOf(written, new Date());
  return problem ? { dateOfBirth: problem } : {};
}
