import { useEffect, useRef, useState } from 'react';
import type { SentSignature } from '../../shared/page.ts';
import { words } from '../../shared/words.ts';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { useForm } from '../../web/forms/useForm.ts';
import { MoreToDo } from '../../web/pages/MoreToDo.tsx';
import { ShareWays } from '../../web/pages/ShareWays.tsx';
import { ClothPiece } from '../../web/pictures/ClothPiece.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { COUNTED_LATER, FAILED, LINKS_PER_DAY, ONE_LEFT, SIGNED } from './confirmation.rules.ts';
import { signDeclaration } from './declaration.contract.ts';
import { shareAddress } from './share-link.rules.ts';

const COUNTED = words(
  '{count, plural, one {You are the first to sign.} other {# people have now signed the declaration.}}',
);

export interface ThankYouProps {
  /** What was sent; absent for who opens the address of the thanks without their key. */
  sent?: SentSignature | undefined;
  /** The canonical address of the site, without a slash at the end. */
  publicUrl: string;
  /** How many signatures count so far. */
  signatures: number;
  /** One counts once its signer has confirmed it. */
  isToConfirm?: boolean | undefined;
  /** Another email was asked for, which brings a new share code. */
  onSentAgain?: (shareCode: string) => void;
  /** Back to the form, with what was sent; without it a link to an empty one. */
  onCorrect?: () => void;
  /** In a dialog and on the page of the form; the thanks at their own address stay. */
  onClose?: () => void;
}

/** The first of the names; the whole where that is a title, such as "Dr.". */
function calledName({ person: { fullName } }: SentSignature) {
  const [first = fullName] = fullName.trim().split(/\s+/);
  return first.endsWith('.') ? fullName : first;
}

const titleAbove = (part: Element | null) =>
  part?.closest('dialog, [data-dialog-page]')?.querySelector<HTMLElement>('h1, h2');

/** To who has just signed: what is left, then whom to ask, then what else to do. */
export function ThankYou(props: ThankYouProps) {
  const { publicUrl, signatures, isToConfirm, onSentAgain, onCorrect, onClose } = props;
  const href = useHref();
  const t = useWords();
  const start = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState(props.sent);
  // The button that had the focus is gone with the form, and in the page the thanks are far above it.
  useEffect(() => {
    const title = titleAbove(start.current);
    if (!title) return;
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    // Not below the toast on a phone.
    start.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const Heading = onClose ? 'h3' : 'h2';
  const thanks = sent && t('Thank you, {name}.', { name: calledName(sent) });
  return (
    <div className="signed" ref={start}>
      <ClothPiece country={sent?.person.country} />
      <div className="signed-words">
        {isToConfirm ? (
          <Notice className="notice-strong">
            <Heading>{t(ONE_LEFT)}</Heading>
            <p>
              {sent
                ? t('Open the link we sent to {email}. Look in your spam folder, too.', {
                    email: sent.person.email,
                  })
                : t(
                    'Open the link we sent to the address you gave. Look in your spam folder, too.',
                  )}{' '}
              <a
                href={href('/sign')}
                onClick={(event) => {
                  if (!onCorrect) return;
                  event.preventDefault();
                  onCorrect();
                }}
              >
                {t('Correct the address')}
              </a>
            </p>
            {sent ? (
              <SendAgain
                sent={sent}
                onSent={(shareCode) => {
                  setSent({ ...sent, shareCode, emails: sent.emails + 1 });
                  onSentAgain?.(shareCode);
                }}
              />
            ) : null}
          </Notice>
        ) : (
          <>
            {thanks ? <p className="text-lg">{thanks}</p> : null}
            <p>{t(SIGNED)}</p>
          </>
        )}
        <p className="hint">
          {isToConfirm && thanks ? `${thanks} ` : null}
          {t(isToConfirm ? COUNTED_LATER : COUNTED, { count: signatures })}
        </p>
        <Heading className={onClose && 'display text-2xl'}>{t('Now ask three people')}</Heading>
        {sent ? (
          <ShareWays url={shareAddress(publicUrl, sent.shareCode)} label={t('Your share link')} />
        ) : (
          <ShareWays url={`${publicUrl}/`} label={t('Campaign link')} />
        )}
        <MoreToDo heading={Heading} />
        {onClose ? (
          <div className="actions only-dialog">
            <Button variant="quiet" onClick={onClose}>
              {t('Close')}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface SendAgainProps {
  sent: SentSignature;
  onSent: (shareCode: string) => void;
}

/** The same form once more is answered by another email and code. It goes with the last email of a day. */
function SendAgain({ sent: { person, emails }, onSent }: SendAgainProps) {
  const t = useWords();
  const href = useHref();
  const again = useForm(signDeclaration, {
    fallback: FAILED,
    onSuccess: ({ shareCode }) => onSent(shareCode),
  });
  const { fullName, email, country, wantsNews } = person;
  const fields = {
    fullName,
    email,
    country,
    agreeToDeclaration: 'on',
    wantsNews: wantsNews ? 'on' : '',
  };
  return (
    <>
      {emails < LINKS_PER_DAY ? (
        <form {...again.form} action={href(`${signDeclaration.path}?again=${emails}`)}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Honeypot />
          <Button type="submit" pending={again.isPending} pendingLabel={t('Sending...')}>
            {t('Send it again')}
          </Button>
        </form>
      ) : null}
      <p role="status">
        {again.failure ? t(again.failure) : null}
        {!again.failure && emails > 1 ? t('We sent a new email. Only its link works now.') : null}{' '}
        {emails >= LINKS_PER_DAY ? t('That was the last one for today.') : null}
      </p>
    </>
  );
}
