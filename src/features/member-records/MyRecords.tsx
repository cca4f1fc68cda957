import { useEffect, useState } from 'react';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { EmptyState } from '../../web/lists/EmptyState.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { APPLICATION_PATH, fragmentOf } from '../application/link.rules.ts';
import { ApplicationRecord, SignatureRecord } from './RecordItems.tsx';
import {
  type ClaimedKind,
  claimRecord,
  openClaimed,
  readRecords,
  type Records,
  releaseRecord,
} from './records.contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWithLogin } from '../../web/withLogin.ts';
import { read } from '../../web/queries.ts';
import { PasswordNotGiven, useRecentPassword } from '../../web/recentPassword.ts';
import { useConfirm } from '../../web/ui/confirm.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { sendVerification } from '../members/registration/verification.contract.ts';

interface MyRecordsProps {
  email: string;
  /** Leaves this page for an application’s own. */
  onOpen: (href: string) => void;
}

/** Applications, payments and signatures of a member, to be looked at and taken into the account. */
export function MyRecords({ email, onOpen }: MyRecordsProps) {
  const t = useWords();
  const href = useHref();
  const { query, claim, release, open, sendProof } = useRecords();
  const busy = useBusy();
  const records = query.data;

  return (
    <section className="grid gap-5" aria-labelledby="my-records">
      <h2 id="my-records" className="text-2xl">
        {t('Your applications and signatures')}
      </h2>
      {query.isPending ? (
        <Loading>{t('Loading your applications and signatures...')}</Loading>
      ) : null}
      {query.error && !records ? (
        <LoadError
          query={query}
          fallback={t('Your applications and signatures could not be loaded.')}
        />
      ) : null}
      {records && !records.isVerified ? (
        <Notice>
          <p className="[overflow-wrap:anywhere]">
            {t(
              'Applications, payments and signatures made with {email} will appear here once you have confirmed this address. Open the link in the email we sent you when you joined.',
              { email },
            )}
          </p>
          <Button
            pending={busy.with === 'proof'}
            pendingLabel={t('Sending...')}
            onClick={() => busy.during('proof', sendProof)}
          >
            {t('Send the email again')}
          </Button>
        </Notice>
      ) : null}
      {records?.isVerified && isEmpty(records) ? <NothingYet email={email} /> : null}
      {records && !isEmpty(records) ? (
        <>
          <p className="max-w-prose">
            {t(
              'What you add to your account stays there if your email address changes. You can then open an application here, without the link we emailed you.',
            )}
          </p>
          <RecordList
            records={records}
            busyWith={busy.with}
            onClaim={(kind, id) => busy.during(id, () => claim(kind, id))}
            onRelease={(kind, id) => busy.during(id, () => release(kind, id))}
            onOpen={(id) =>
              busy.during(id, async () => {
                const reference = await open(id);
                if (reference) onOpen(href(APPLICATION_PATH + fragmentOf({ reference })));
              })
            }
          />
        </>
      ) : null}
    </section>
  );
}

interface RecordListProps {
  records: Records;
  busyWith: string | undefined;
  onClaim: (kind: ClaimedKind, id: string) => void;
  onRelease: (kind: ClaimedKind, id: string) => void;
  onOpen: (id: string) => void;
}

function RecordList({ records, busyWith, onClaim, onRelease, onOpen }: RecordListProps) {
  return (
    <ul className="grid edged-t border-rule">
      {records.applications.map((application) => (
        <ApplicationRecord
          key={application.id}
          application={application}
          isBusy={busyWith === application.id}
          onClaim={() => onClaim('application', application.id)}
          onRelease={() => onRelease('application', application.id)}
          onOpen={() => onOpen(application.id)}
        />
      ))}
      {records.signatures.map((signature) => (
        <SignatureRecord
          key={signature.id}
          signature={signature}
          isBusy={busyWith === signature.id}
          onClaim={() => onClaim('declaration', signature.id)}
          onRelease={() => onRelease('declaration', signature.id)}
        />
      ))}
    </ul>
  );
}

function NothingYet({ email }: { email: string }) {
  const t = useWords();
  const href = useHref();
  return (
    <EmptyState
      title={t('Nothing yet.')}
      action={
        <span className="actions justify-center">
          <Button href={href('/sign')}>{t('Sign the declaration')}</Button>
          <Button href={href('/apply')}>{t('Apply for a passport kit')}</Button>
        </span>
      }
    >
      {t('What you sign or apply for with {email} appears here.', { email })}
    </EmptyState>
  );
}

const isEmpty = ({ applications, signatures }: Records) =>
  applications.length + signatures.length === 0;

/** One action at a time, by the name of what it is about. */
function useBusy() {
  const [busyWith, setBusyWith] = useState<string>();
  return {
    with: busyWith,
    during(name: string, action: () => Promise<void>) {
      if (busyWith !== undefined) return;
      setBusyWith(name);
      void action().finally(() => setBusyWith(undefined));
    },
  };
}

const records = read(readRecords);

/** What the member did here, and the actions on it. No action throws: what went wrong is a toast. */
function useRecords() {
  const t = useWords();
  const client = useQueryClient();
  const withLogin = useWithLogin();
  const confirm = useConfirm();
  const withRecentPassword = useRecentPassword();
  const query = useQuery(records);
  const waitsForProof = query.data?.isVerified === false;

  // The link of the mail opens in another tab: back here the old sentence would be wrong.
  useEffect(() => {
    if (!waitsForProof) return;
    const look = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: records.queryKey });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, waitsForProof]);

  /** Answers what the action answered; undefined when it was not done. */
  async function attempt<T>(title: string, action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await withLogin(action);
    } catch (error) {
      if (error instanceof PasswordNotGiven) return undefined;
      const sentence = sentenceOf(error, words('Please try again in a moment.'));
      toast({ title, description: t(sentence), variant: 'destructive' });
      return undefined;
    }
  }

  return {
    query,
    async claim(kind: ClaimedKind, id: string) {
      const done = await attempt(t('Not added'), () => call(claimRecord, { body: { kind, id } }));
      if (done) toast({ title: t('Added to your account'), description: t(done.message) });
      // Also after a refusal: what another account has taken is no longer offered.
      await client.invalidateQueries({ queryKey: records.queryKey });
    },
    async release(kind: ClaimedKind, id: string) {
      const isSure = await confirm({
        title: t('Remove this from your account?'),
        text: t(
          'Nothing else changes, and the link we emailed you still works. You can add it again while your account has the email address it was made with.',
        ),
        confirmLabel: t('Remove'),
      });
      if (!isSure) return;
      const body = { kind, id };
      const done = await attempt(t('Not removed'), () => call(releaseRecord, { body }));
      if (done) toast({ title: t('Removed from your account'), description: t(done.message) });
      await client.invalidateQueries({ queryKey: records.queryKey });
    },
    /** The reference of the application, which this browser has open now. */
    async open(id: string): Promise<string | undefined> {
      const opened = await attempt(t('Not opened'), () =>
        withRecentPassword(() => call(openClaimed, { body: { id } })),
      );
      return opened?.reference;
    },
    async sendProof() {
      const sent = await attempt(t('Not sent'), () => call(sendVerification));
      if (sent) toast({ title: t('Email Sent'), description: t(sent.message) });
      // It may be confirmed by now.
      else await client.invalidateQueries({ queryKey: records.queryKey });
    },
  };
}
