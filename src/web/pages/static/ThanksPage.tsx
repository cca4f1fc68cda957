import { SHARE } from '../../../features/content/texts/share.rules.ts';
import { TO_CONFIRM } from '../../../features/declaration/confirmation.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { words } from '../../../shared/words.ts';
import { useContent } from '../../content.tsx';
import { Button } from '../../ui/Button.tsx';
import { WovenBand } from '../../ui/WovenBand.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { ShareLinks, WhatsAppButton } from '../landing/ShareLinks.tsx';

const THANKS = {
  declaration: {
    title: words('Declaration Signed!'),
    text: words('Thank you for adding your name. A confirmation is on its way to your mailbox.'),
  },
  withdrawn: {
    title: words('Signature withdrawn'),
    text: words('Your signature is removed and no longer counts.'),
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
export function ThanksPage({ form, data }: { form: keyof typeof THANKS; data: PageData }) {
  const said = useContent()(SHARE.text);
  const t = useWords();
  const href = useHref();
  const { title, text } = THANKS[form];
  return (
    <>
      <div className="inset py-8 md:py-14">
        <h1>{t(title)}</h1>
      </div>
      <WovenBand />
      <div className="inset grid min-h-[40vh] content-start gap-6 py-8 md:py-14">
        <p className="text-lg">
          {t(form === 'declaration' && data.confirmsSignatures ? TO_CONFIRM : text)}
        </p>
        {form === 'declaration' ? (
          <>
            <h2>{t('Now ask three people')}</h2>
            <p>{said}</p>
            <div className="actions">
              <WhatsAppButton text={said} url={`${data.publicUrl}/`} />
              <ShareLinks text={said} url={`${data.publicUrl}/`} />
            </div>
            <h2>{t('More you can do')}</h2>
            <div className="actions">
              <Button href={href('/volunteer')}>{t('Volunteer')}</Button>
              <Button href={href('/partner')}>{t('Partner with Us')}</Button>
              <Button href={href('/apply')}>{t('Apply for the kit')}</Button>
            </div>
          </>
        ) : (
          <div className="actions">
            {form === 'withdrawn' ? null : (
              <Button href={href('/share')}>{t('Share the campaign')}</Button>
            )}
            <Button href={href('/')}>{t('Back to the start page')}</Button>
          </div>
        )}
      </div>
    </>
  );
}
