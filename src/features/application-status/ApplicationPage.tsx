import { useMyApplications } from '../payments/payer/useMyApplications.ts';
import type { LivePageData } from '../../shared/page.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { PageTitle } from '../../web/ui/PageTitle.tsx';
import { useHydrated } from '../../web/ui/useHydrated.ts';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { ApplicationView } from './ApplicationView.tsx';
import { FindApplication } from './FindApplication.tsx';
import { useOpening } from './useOpening.ts';
import { fragmentOf } from '../application/link.rules.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { paymentStatusLabel } from '../payments/payer/my-applications.rules.ts';
import { APPLICATION_STATUS_LABELS } from './status-labels.rules.ts';
import './ApplicationPage.css';

/** The status of an application, for its applicant: opened by the cookie, a mailed link, or reference and address. */
export function ApplicationPage({ data }: { data: LivePageData }) {
  const t = useWords();
  const href = useHref();
  return (
    <>
      <PageTitle>{t('Your application')}</PageTitle>
      <div className="inset grid min-h-[60vh] grid-cols-1 content-start gap-6 py-8 md:py-14 [overflow-wrap:anywhere]">
        <noscript>
          <p>
            {t('This page needs JavaScript. Without it, we keep you informed by email.')}{' '}
            <a href={href('/contact')}>{t('Write to us and we will help you.')}</a>
          </p>
        </noscript>
        <Content data={data} />
      </div>
    </>
  );
}

function Content({ data }: { data: LivePageData }) {
  const t = useWords();
  const isHydrated = useHydrated();
  const mine = useMyApplications();
  const opening = useOpening(mine);
  if (opening.phase === 'loading')
    return (
      <div className={isHydrated ? undefined : 'needs-script'}>
        <Loading>{t('Loading your application...')}</Loading>
      </div>
    );
  const { applications } = mine;
  if (opening.phase === 'failed' || (mine.hasFailed && applications.length === 0)) {
    return (
      <Notice role="alert" tone="danger">
        <p>
          {t('Your application could not be loaded. Please check your connection and try again.')}
        </p>
        <Button onClick={opening.phase === 'failed' ? opening.again : () => void mine.reload()}>
          {t('Try again')}
        </Button>
      </Notice>
    );
  }
  const [only] = applications.length === 1 ? applications : [];
  const chosen = applications.find(({ reference }) => reference === opening.reference) ?? only;
  const refusal = opening.refusal ? (
    <Notice role="alert" tone="danger">
      <p>{t(opening.refusal)}</p>
    </Notice>
  ) : null;
  if (chosen && !refusal) {
    return (
      <ApplicationView
        key={chosen.id}
        application={chosen}
        mine={mine}
        plans={data.plans}
        place={{ isClosed: false, paypalSdkUrl: data.paypalSdkUrl }}
        pay={opening.pay}
        onPaid={opening.paid}
      />
    );
  }
  return (
    <>
      {refusal}
      {applications.length > 0 ? <ApplicationList applications={applications} /> : null}
      <FindApplication isFirst={applications.length === 0 && !refusal} />
    </>
  );
}

/** The applications of this browser, of which one is looked at. */
function ApplicationList({ applications }: { applications: readonly MyApplication[] }) {
  const t = useWords();
  return (
    <section className="grid gap-3" aria-labelledby="applications">
      <h2 id="applications" className="text-2xl">
        {t('Choose an application')}
      </h2>
      <ul>
        {applications.map(({ id, reference, applicationData, ...application }) => (
          <li key={id} className="edged-b border-rule">
            <a
              className="flex min-h-11 flex-wrap items-center gap-x-4 py-2"
              href={fragmentOf({ reference })}
            >
              <span className="bold">
                {reference} · {applicationData.firstName} {applicationData.lastName}
              </span>
              <span>
                {t(APPLICATION_STATUS_LABELS[application.applicationStatus])},{' '}
                {t(paymentStatusLabel(application))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
