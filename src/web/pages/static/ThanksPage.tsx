import { ONE_LEFT } from '../../../features/declaration/confirmation.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { words } from '../../../shared/words.ts';
import { ClothPiece } from '../../pictures/ClothPiece.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { AskThree } from '../AskThree.tsx';
import { MoreToDo } from '../MoreToDo.tsx';

const THANKS = {
  declaration: {
    title: words('Declaration Signed!'),
    text: words('Thank you for adding your name. A confirmation is on its way to your inbox.'),
  },
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

/** Where a form that was sent without scripts arrives. */
export function ThanksPage({ form, data }: { form: keyof typeof THANKS; data: PageData }) {
  const t = useWords();
  const href = useHref();
  const { title, text } = THANKS[form];
  return (
    <>
      <PageTitle>{t(title)}</PageTitle>
      {form === 'declaration' ? (
        <Signed data={data} />
      ) : (
        <div className="inset grid min-h-[40vh] content-start gap-6 py-8 md:py-14">
          <p className="text-lg">{t(text)}</p>
          <div className="actions">
            {form === 'withdrawn' ? null : (
              <Button href={href('/share')}>{t('Share the campaign')}</Button>
            )}
            <Button href={href('/')}>{t('Back to the home page')}</Button>
          </div>
        </div>
      )}
    </>
  );
}

function Signed({ data }: { data: PageData }) {
  const t = useWords();
  const href = useHref();
  return (
    <div className="signed inset py-8">
      <ClothPiece />
      <div className="signed-words">
        {data.confirmsSignatures ? (
          <Notice className="notice-strong">
            <strong>{t(ONE_LEFT)}</strong>
            <p>
              {t('Open the link we sent to the address you gave. Only confirmed signatures count.')}
            </p>
            <p>
              {t('No email? Look in your spam folder, or sign again with the same address.')}{' '}
              <a href={href('/sign')}>{t('Send it again')}</a>
            </p>
          </Notice>
        ) : (
          <p className="text-lg">{t(THANKS.declaration.text)}</p>
        )}
        <AskThree url={`${data.publicUrl}/`} label={t('Campaign link')} />
        <MoreToDo />
      </div>
    </div>
  );
}
