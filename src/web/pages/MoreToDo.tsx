import { useHref } from '../useHref.ts';
import { useWords } from '../words.tsx';

/** What else someone can do who has signed, or who has done one of these: `done` is left out. */
export function MoreToDo({
  heading: Heading = 'h2',
  done,
}: {
  heading?: 'h2' | 'h3';
  done?: '/volunteer' | '/partner' | undefined;
}) {
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
        {ways
          .filter(([path]) => path !== done)
          .map(([path, name, hint]) => (
            <li key={path}>
              <a href={href(path)}>{name}</a>
              <span className="hint">{hint}</span>
            </li>
          ))}
      </ul>
    </>
  );
}
