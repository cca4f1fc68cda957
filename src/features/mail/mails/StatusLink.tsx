import { useWords } from '../../../web/words.tsx';
import { Action } from './Action.tsx';
import { Paragraph } from './Paragraph.tsx';

/** The way to the application's page, with what its reader must know of the link. */
export function StatusLink({ href, label }: { href: string; label?: string }) {
  const t = useWords();
  return (
    <>
      <Action href={href}>{label ?? t('See where it stands')}</Action>
      <Paragraph>
        {t('This link opens your application for whoever has it. Please do not pass it on.')}
      </Paragraph>
    </>
  );
}
