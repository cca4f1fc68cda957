import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { useTitle } from '../../useTitle.ts';
import { useWords } from '../../words.tsx';
import { MemberFrame } from '../members/MemberFrame.tsx';
import { type Guarded, LinkPassword } from './LinkPassword.tsx';
import { useLinkAction } from './useLinkAction.ts';

interface LinkPageProps {
  title: string;
  /** The effect of the button, in words. */
  text: string;
  label: string;
  pendingLabel: string;
  /** Of the link; empty where the address came without one. */
  linkKey: string;
  action: (idempotencyKey: string) => Promise<{ message: string }>;
  /** The same with the password, in a browser that is not logged in to the account. */
  guarded?: Guarded;
  /** The way on when it is done. */
  next: ReactNode;
  /** The way to a new link, for one that opens nothing any more. */
  renew: ReactNode;
}

/** A page behind a link of a mail. It does nothing by itself: scanners open links, people press buttons. */
export function LinkPage(props: LinkPageProps) {
  const t = useWords();
  const { state, run, settle } = useLinkAction(props.action);
  const isDone = state.at === 'done';
  const asksPassword = state.at === 'password' && props.guarded;
  const dead =
    state.at === 'dead'
      ? state.sentence
      : props.linkKey
        ? undefined
        : t('This link is incomplete. Open the link in our email again.');
  return (
    <AccountFrame title={props.title}>
      {isDone ? (
        <Notice role="status" tone="leaf">
          <p>{t(state.sentence)}</p>
        </Notice>
      ) : null}
      {dead && !isDone ? (
        <>
          <Notice role="alert" tone="danger">
            <p>{t(dead)}</p>
          </Notice>
          {props.renew}
        </>
      ) : null}
      {isDone || dead || asksPassword ? null : <p>{props.text}</p>}
      {asksPassword ? (
        <LinkPassword {...props} guarded={asksPassword} asks={state.sentence} onSettled={settle} />
      ) : null}
      <ErrorNotice sentence={state.at === 'ready' && state.failure} />
      {isDone ? <div className="actions">{props.next}</div> : null}
      {isDone || dead || asksPassword ? null : (
        <div className="actions">
          <Button
            variant="primary"
            pending={state.at === 'pending'}
            pendingLabel={props.pendingLabel}
            onClick={() => void run()}
          >
            {props.label}
          </Button>
        </div>
      )}
    </AccountFrame>
  );
}

/** The frame of these pages: one narrow column under its title. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <MemberFrame>
      <section className="mx-auto grid w-full max-w-md gap-5" aria-labelledby="account-page">
        <h1 id="account-page" className="text-[2rem]">
          {title}
        </h1>
        {children}
      </section>
    </MemberFrame>
  );
}
