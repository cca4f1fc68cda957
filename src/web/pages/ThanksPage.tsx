import { Button } from '../ui/Button.tsx';
import { WovenBand } from '../ui/WovenBand.tsx';
import { useWords } from '../words.tsx';

/** Where a form that was sent without scripts arrives. */
export function ThanksPage({ deed }: { deed: 'declaration' | 'contact' }) {
  const t = useWords();
  const isDeclaration = deed === 'declaration';
  return (
    <div className="mx-auto grid min-h-[80vh] max-w-2xl content-center justify-items-start gap-6 px-5 py-16">
      <h1>{isDeclaration ? t('Declaration Signed!') : t('Message Sent Successfully!')}</h1>
      <WovenBand />
      <p>
        {isDeclaration
          ? t('Thank you for adding your name. A confirmation is on its way to your mailbox.')
          : t(
              'Thank you for writing to us. A confirmation is on its way to your mailbox, and a person will answer you.',
            )}
      </p>
      <Button href="/">{t('Back to the start page')}</Button>
    </div>
  );
}
