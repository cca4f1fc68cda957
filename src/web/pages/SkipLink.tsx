import { useWords } from '../words.tsx';

/** The keyboard's way past the header. */
export function SkipLink() {
  const t = useWords();
  return (
    <a className="sr-only btn" href="#main">
      {t('Skip to the content')}
    </a>
  );
}
