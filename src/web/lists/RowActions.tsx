import type { ReactNode } from 'react';
import { isEmailAddress } from '../../shared/email-address.ts';
import { linkTo } from '../address.ts';
import { IfCan } from '../permissions.tsx';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../words.tsx';

interface RowActionsProps {
  /** Where one can write to the person; without it the list has a way of its own, or there is none. */
  email?: string | null | undefined;
  /** The address of everything about the person. */
  person?: string | undefined;
  /** What can be done about this row, the next step first. */
  children?: ReactNode;
  /** What takes it away. */
  last?: ReactNode;
}

/** What can be done with an opened row, in the same order in every list, in sight at the foot of its panel. */
export function RowActions({ email, person, children, last }: RowActionsProps) {
  const t = useWords();
  const canWrite = Boolean(email && isEmailAddress(email));
  return (
    <div className="row-actions">
      {children}
      {canWrite ? <Button href={`mailto:${email}`}>{t('Write')}</Button> : null}
      {person ? (
        <IfCan permission="submissions:read">
          <Button variant="quiet" {...linkTo(person)}>
            {t('Open person')}
          </Button>
        </IfCan>
      ) : null}
      {last}
    </div>
  );
}
