import type { ReactNode } from 'react';
import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { useConflictFocus } from './useConflictFocus.ts';

export interface ConflictProps {
  /** The name of the changed thing, where “this” does not say it. */
  title?: string;
  /** The current values, by the label of their field. */
  saved?: readonly { label: string; value: ReactNode; lang?: string }[];
  /** Further details, such as who saved it. */
  children?: ReactNode;
  /** The entries stay and are saved over it next. Without it the button sends the form around it. */
  onGoOn?: () => void;
  isPending?: boolean;
  onTakeTheirs: () => void;
}

/** The values that someone else has saved meanwhile, and the ways to go on: see `Conflict`. */
export function ConflictNotice({ saved = [], children, onGoOn, ...props }: ConflictProps) {
  const t = useWords();
  const box = useConflictFocus();
  return (
    <div ref={box} role="alert" tabIndex={-1} className="notice notice-danger error-summary">
      <strong>{props.title ?? t('Someone else has changed this in the meantime.')}</strong>
      <p>{t('What is saved now is shown here. What you entered is still in the form.')}</p>
      {saved.length > 0 ? (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
          {saved.map(({ label, value, lang }) => (
            <div key={label} className="contents">
              <dt className="hint">{label}</dt>
              <dd lang={lang} className="[overflow-wrap:anywhere]">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {children}
      <div className="actions">
        {onGoOn ? (
          <Button onClick={onGoOn}>{t('Continue with my version')}</Button>
        ) : (
          <Button type="submit" pending={props.isPending} pendingLabel={t('Saving...')}>
            {t('Save my version')}
          </Button>
        )}
        <Button onClick={props.onTakeTheirs}>{t('Use the saved version')}</Button>
      </div>
    </div>
  );
}
