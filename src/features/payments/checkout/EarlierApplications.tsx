import type { Ref } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useHref } from '../../../web/useHref.ts';
import { useWords } from '../../../web/words.tsx';
import { APPLICATION_PATH, fragmentOf } from '../../application/link.rules.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import { isPayable, paymentStatusLabel, restAwaited } from '../payer/my-applications.rules.ts';
import { ShortfallSentence } from '../payer/ShortfallNotice.tsx';
import type { MyApplications } from '../payer/useMyApplications.ts';
import { useForgetting } from '../payer/useForgetting.ts';

interface EarlierApplicationsProps {
  mine: MyApplications;
  onContinue: (application: MyApplication) => void;
  /** Takes the focus after a payment. */
  titleRef?: Ref<HTMLElement>;
}

/** Applications of an earlier visit from this browser: go on with one, begin another, or be forgotten here. */
export function EarlierApplications({ mine, onContinue, titleRef }: EarlierApplicationsProps) {
  const t = useWords();
  const href = useHref();
  const forget = useForgetting(mine);
  if (mine.applications.length === 0) return null;

  return (
    <Notice role="status">
      <strong ref={titleRef} tabIndex={-1}>
        {mine.applications.length > 1
          ? t('You have applications from this device')
          : t('You have an application')}
      </strong>
      <ul className="grid w-full gap-2">
        {mine.applications.map((application) => (
          <li key={application.id} className="grid gap-2">
            <span>
              <b>{application.reference}</b>: {t(paymentStatusLabel(application))}
              {application.shortfall ? (
                <span className="hint block">
                  <ShortfallSentence shortfall={application.shortfall} />
                </span>
              ) : null}
            </span>
            <span className="actions">
              {isPayable(application) || restAwaited(application) ? (
                <Button variant="primary" onClick={() => onContinue(application)}>
                  {t('Continue with {reference}', { reference: application.reference })}
                </Button>
              ) : null}
              <Button
                href={href(APPLICATION_PATH + fragmentOf({ reference: application.reference }))}
              >
                {t('Follow your application')}{' '}
                <span className="sr-only">{application.reference}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        {t('To apply for someone else, fill in the form below. It starts a new application.')}
      </p>
      <Button variant="quiet" className="-ms-3" onClick={() => void forget()}>
        {t('Forget me on this device')}
      </Button>
    </Notice>
  );
}
