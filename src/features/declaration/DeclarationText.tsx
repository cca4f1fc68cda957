import { useWords } from '../../web/words.tsx';

/** The words that people sign, all of them before the box to agree. Their meaning must not change once anyone has signed them. */
export function DeclarationText() {
  const t = useWords();
  return (
    <div className="declaration">
      <p>{t('We, people of Africa and of African descent, wherever we live, declare:')}</p>
      <ol>
        <li>{t('Africa is one home with many rooms. Its borders should be doors, not walls.')}</li>
        <li>
          {t(
            'Every African should be able to visit, study, work, trade and settle anywhere on the continent, in safety and with dignity.',
          )}
        </li>
        <li>
          {t(
            'We ask our governments to ratify and apply the African Union’s protocol on the free movement of persons, adopted in January 2018.',
          )}
        </li>
        <li>{t('Our diaspora belongs to this home and should be welcome in it.')}</li>
        <li>{t('We work for this openly, peacefully and within the law.')}</li>
      </ol>
    </div>
  );
}
