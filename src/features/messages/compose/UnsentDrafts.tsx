import { useMutation } from '@tanstack/react-query';
import { call } from '../../../web/api.ts';
import { useWithLogin } from '../../../web/withLogin.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useWords } from '../../../web/words.tsx';
import { whoAmI } from '../../members/sessions/session.contract.ts';
import { MessageForm } from './MessageForm.tsx';
import { isGone } from '../core/MemberName.tsx';
import type { Person } from '../core/message.contract.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { UndeliverableDraft } from './UndeliverableDraft.tsx';
import { hasText, NEW_MESSAGE, useDrafts } from '../core/useDrafts.ts';
import { type Member, useMember } from '../core/useMember.ts';

interface UnsentDraftsProps {
  onLoggedIn: (user: Member['user']) => void;
}

/** What was being written when the session ended: it can be sent as soon as the same person has logged in. */
export function UnsentDrafts({ onLoggedIn }: UnsentDraftsProps) {
  const t = useWords();
  const { user } = useMember();
  const { drafts } = useDrafts();
  const withLogin = useWithLogin();
  const login = useMutation({
    mutationFn: () => withLogin(() => call(whoAmI)),
    onSuccess: onLoggedIn,
  });
  return (
    <div className="grid max-w-2xl gap-8">
      <Notice role="status">
        <strong>{t('You are no longer logged in')}</strong>
        <p className="wrap-anywhere">
          {t('What you have written is still here. Log in as {email} to send it.', {
            email: user.email,
          })}
        </p>
        <Button onClick={() => login.mutate()}>{t('Log in')}</Button>
      </Notice>
      {hasText(drafts[NEW_MESSAGE]) ? (
        <section className="grid gap-4">
          <h2 id="write" className="text-2xl">
            {t('Send a Message')}
          </h2>
          <MessageForm onSent={() => {}} />
        </section>
      ) : null}
      {Object.entries(drafts).map(([key, draft]) =>
        key !== NEW_MESSAGE && draft.recipient && hasText(draft) ? (
          <Unsent key={key} other={draft.recipient} />
        ) : null,
      )}
    </div>
  );
}

const Unsent = ({ other }: { other: Person }) =>
  isGone(other) ? <UndeliverableDraft other={other} /> : <ReplyForm other={other} />;
