import { useMutation } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { sendVerification } from '../../members/registration/verification.contract.ts';
import { useMember } from '../core/useMember.ts';

/** For members whose address is not confirmed: why they cannot send yet, and a button to get the mail again. */
export function VerifyHint() {
  const t = useWords();
  const { user } = useMember();
  const send = useMutation({ mutationFn: () => call(sendVerification) });
  return (
    <Notice>
      <strong>{t('Confirm your email address')}</strong>
      <p className="wrap-anywhere">
        {t(
          'Open the link in the email we sent to {email}, to show that you are a real person. You can then send messages. What you write here in the meantime stays here.',
          { email: user.email },
        )}
      </p>
      <Button pending={send.isPending} pendingLabel={t('Sending...')} onClick={() => send.mutate()}>
        {t('Send the email again')}
      </Button>
      <p role="status">{send.data ? t(send.data.message) : null}</p>
      {send.error ? (
        <p role="alert" className="error">
          {t(sentenceOf(send.error, words('The email could not be sent. Please try again.')))}
        </p>
      ) : null}
    </Notice>
  );
}
