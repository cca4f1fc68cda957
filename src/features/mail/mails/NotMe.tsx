import { useWords } from '../../../web/words.tsx';
import { Action } from './Action.tsx';
import { Paragraph } from './Paragraph.tsx';

/** The way out for who reads of a change that was not theirs. */
export function NotMe({ href }: { href: string }) {
  const t = useWords();
  return (
    <>
      <Paragraph>
        {t(
          'It was not you? Then lock your account at once: everybody is logged out, the password opens nothing any more, what was added lately is taken off, and we mail you a link for a new password.',
        )}
      </Paragraph>
      <Action href={href}>{t('It was not me')}</Action>
      <Paragraph>{t('The link works once, for three days.')}</Paragraph>
    </>
  );
}
