import { words } from '../../../shared/words.ts';
import { Button } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

const THANKS = {
  withdrawn: {
    title: words('Signature withdrawn'),
    text: words('Your signature is removed and no longer counts.'),
  },
  contact: {
    title: words('Message Sent Successfully!'),
    text: words(
      'Thank you for writing to us. A confirmation is on its way to your inbox, and one of us will reply to you.',
    ),
  },
  volunteer: {
    title: words('Application Submitted Successfully!'),
    text: words(
      'Thank you for offering your time. A confirmation is on its way to your inbox, and one of us will reply to you.',
    ),
  },
  partner: {
    title: words('Partnership Application Submitted!'),
    text: words(
      'Thank you for your proposal. A confirmation is on its way to your inbox, and one of us will reply to you.',
    ),
  },
};

/** Where a form that was sent without scripts arrives; one to sign leads to a page of its own (SignaturePage.tsx). */
export function ThanksPage({ form }: { form: keyof typeof THANKS }) {
  const t = useWords();
  const href = useHref();
  const { title, text } = THANKS[form];
  return (
    <>
      <PageTitle>{t(title)}</PageTitle>
      <div className="inset grid min-h-[40vh] content-start gap-6 py-8 md:py-14">
        <p className="text-lg">{t(text)}</p>
        <div className="actions">
          {form === 'withdrawn' ? null : (
            <Button href={href('/share')}>{t('Share the campaign')}</Button>
          )}
          <Button href={href('/')}>{t('Back to the home page')}</Button>
        </div>
      </div>
    </>
  );
}
