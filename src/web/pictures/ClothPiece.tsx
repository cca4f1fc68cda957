import { useWords } from '../words.tsx';
import './ClothPiece.css';

/** A piece of the cloth, and in it the thread of who has signed, by its country where that is known. */
export function ClothPiece({ country }: { country?: string | undefined }) {
  const t = useWords();
  return (
    <p className="cloth-piece">
      <span>
        {country ? <b>{t(country)}</b> : null} {t('Your thread')}
      </span>
    </p>
  );
}
