import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words.tsx';

/** Says that the account has its password, and leads to where its owner logs in. */
export function PasswordSaved({ message, isAdmin }: { message: string; isAdmin: boolean }) {
  const t = useWords();
  return (
    <>
      <Notice role="status" tone="leaf">
        <p>{t(message)}</p>
      </Notice>
      <div className="actions">
        <Button variant="primary" href={isAdmin ? '/admin' : '/join'}>
          {t('Log in')}
        </Button>
      </div>
    </>
  );
}
