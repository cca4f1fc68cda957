import type { ReactNode } from 'react';
import { linkTo } from '../address.ts';
import { useWords } from '../words.tsx';
import { Button } from './Button.tsx';
import { EmptyState } from '../lists/EmptyState.tsx';

/** A part of the dashboard that others have; inside may be said why. */
export function NoAccess({ children }: { children?: ReactNode }) {
  const t = useWords();
  return (
    <EmptyState
      title={t('Your role cannot open this page.')}
      action={
        <Button variant="primary" {...linkTo('/admin')}>
          {t('Back to the dashboard')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
