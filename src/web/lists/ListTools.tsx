import type { ComponentProps } from 'react';
import type { ColumnChoices } from './choices/columnChoice.ts';
import { useWords } from '../words.tsx';
import { Button } from '../ui/Button.tsx';
import { ColumnChoice } from './choices/ColumnChoice.tsx';
import { ViewChoice } from './choices/ViewChoice.tsx';

interface ListToolsProps<Row> {
  /** False as long as it is not known what was chosen before. */
  isKnown: boolean;
  /** Given where it could not be read. */
  onAgain: (() => void) | undefined;
  columns: ColumnChoices<Row>;
  views: ComponentProps<typeof ViewChoice>;
}

/** The views and columns of a list; nothing is chosen before it is known what was chosen before. */
export function ListTools<Row>({ isKnown, onAgain, columns, views }: ListToolsProps<Row>) {
  const t = useWords();
  if (isKnown)
    return (
      <div className="list-choices">
        <ViewChoice {...views} />
        <ColumnChoice choice={columns} />
      </div>
    );
  // Where the button will be, so that the list does not jump.
  if (!onAgain)
    return (
      <div className="list-choices">
        <Button disabled>{t('Columns...')}</Button>
      </div>
    );
  return (
    <>
      <p role="status" className="hint self-center">
        {t('Your settings for this list could not be loaded.')}
      </p>
      <Button onClick={onAgain}>{t('Try again')}</Button>
    </>
  );
}
