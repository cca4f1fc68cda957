import { useWords } from '../../web/words.tsx';
import { NEVER_REMOVED } from './table-retention.rules.ts';

/** The records that no rule removes, each with its reason. */
export function NeverRemoved() {
  const t = useWords();
  return (
    <section aria-labelledby="never-removed" className="grid gap-3">
      <h3 id="never-removed">{t('What these rules do not remove, and why')}</h3>
      <dl className="grid max-w-3xl gap-3">
        {NEVER_REMOVED.map(({ title, why }) => (
          <div key={title}>
            <dt className="bold">{t(title)}</dt>
            <dd>{t(why)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
