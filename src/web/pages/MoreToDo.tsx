import { useHref } from '../useHref.ts';
import { useWords } from '../words.tsx';

/** What else someone can do who has signed. */
export function MoreToDo({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const t = useWords();
  const href = useHref();
  const ways = [
    ['/volunteer', t('Volunteer'), t('From one hour a week.')],
    ['/partner', t('Partner with Us'), t('For organizations.')],
    ['/apply', t('Apply for the kit'), t('A booklet, a card and a letter.')],
  ] as const;
  return (
    <>
      <Heading className="more-title">{t('More you can do')}</Heading>
      <ul className="more">
        {ways.map(([path, name, hint]) => (
          <li key={path}>
            <a href={href(path)}>{name}</a>
            <span className="hint">{hint}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
