import { words } from '../../../shared/words.ts';
import { Button } from '../../ui/Button.tsx';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';

const THANKS = {
  declaration: {
    title: words('Declaration Signed!'),
    text: words('Thank you for adding your name. A confirmation is on its way to your mailbox.'),
  },
  contact: {
    title: words('Message Sent Successfully!'),
    text: words(
      'Thank you for writing to us. A confirmation is on its way to your mailbox, and a person will answer you.',
    ),
  },
  volunteer: {
    title: words('Application Submitted Successfully!'),
    text: words(
      'Thank you for offering your time. A confirmation is on its way to your mailbox, and a person will answer you.',
    ),
  },
  partner: {
    title: words('Partnership Application Submitted!'),
    text: words(
      'Thank you for your proposal. A confirmation is on its way to your mailbox, and a person will answer you.',
    ),
  },
};

/** Where a form that was sent without scripts arrives. */
export function ThanksPage({ form }: { form: keyof typeof THANKS }) {
  const t = useWords();
  const href = useHref();
  const { title, text } = THANKS[form];
  return (
    <>
      <div className="mx-auto max-w-6xl px-5 py-8 md:py-14">
        <h1>{t(title)}</h1>
      </div>
      <WovenBand />
      <div className="mx-auto grid min-h-[40vh] max-w-6xl content-start gap-6 px-5 py-8 md:py-14">
        <p>{t(text)}</p>
        <div className="actions">
          <Button href={href('/share')}>{t('Share the campaign')}</Button>
          <Button href={href('/')}>{t('Back to the start page')}</Button>
        </div>
      </div>
    </>
  );
}
