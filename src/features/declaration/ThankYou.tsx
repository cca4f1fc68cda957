import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { words } from '../../shared/words.ts';
import { useContent } from '../../web/content.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { MoreToDo } from '../../web/pages/MoreToDo.tsx';
import { ClothPiece } from '../../web/pictures/ClothPiece.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { CopyButton } from '../../web/ui/CopyButton.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { SharedText, WhatsAppButton } from '../../web/ui/ShareLinks.tsx';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';
import { SHARE } from '../content/texts/share.rules.ts';
import { COUNTED_LATER, LINKS_PER_DAY, ONE_LEFT, SIGNED } from './confirmation.rules.ts';
import { shareAddress } from './share-link.rules.ts';

const COUNTED = words(
  '{count, plural, one {You are the first to sign.} other {# people have now signed the declaration.}}',
);

export interface ThankYouProps {
  /** Who has signed. */
  email: string;
  country: string;
  /** What their share address carries. */
  shareCode: string;
  /** The canonical address of the site, without a slash at the end. */
  publicUrl: string;
  /** How many signatures count so far. */
  signatures: number;
  /** One counts once its signer has confirmed it. */
  isToConfirm?: boolean | undefined;
  /** Sends the email with the link once more; answers why it could not, if so. */
  onSendAgain: () => Promise<string | undefined>;
  /** Opens the ways to share over the page; elsewhere their address is followed. */
  onShare?: ((link: Element) => void) | undefined;
  onClose: () => void;
}

const titleAbove = (part: Element | null) =>
  part?.closest('dialog, [data-dialog-page]')?.querySelector<HTMLElement>('h1, h2');

/** To who has just signed: what is left, then whom to ask, then what else to do. */
export function ThankYou(props: ThankYouProps) {
  const { email, country, shareCode, publicUrl, signatures, isToConfirm } = props;
  const t = useWords();
  const start = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone with the form, and in the page the thanks are far above it.
  useEffect(() => titleAbove(start.current)?.focus(), []);
  return (
    <div className="signed" ref={start}>
      <ClothPiece country={country} />
      <div className="signed-words">
        {isToConfirm ? (
          <Notice className="notice-strong">
            <strong>{t(ONE_LEFT)}</strong>
            <p>
              {t('Open the link we sent to {email}. Only confirmed signatures count.', { email })}
            </p>
            <SendAgain onSend={props.onSendAgain} />
          </Notice>
        ) : (
          <p>{t(SIGNED)}</p>
        )}
        <p className="hint">{t(isToConfirm ? COUNTED_LATER : COUNTED, { count: signatures })}</p>
        <AskOthers url={shareAddress(publicUrl, shareCode)} onShare={props.onShare} />
        <MoreToDo heading="h3" />
        <div className="actions">
          <Button variant="quiet" onClick={props.onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function AskOthers({ url, onShare }: { url: string } & Pick<ThankYouProps, 'onShare'>) {
  const t = useWords();
  const href = useHref();
  const text = useContent()(SHARE.text);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <h3 className="display text-2xl">{t('Now ask three people')}</h3>
      <SharedText text={text} />
      <div className="actions">
        <WhatsAppButton text={text} url={url} />
        <CopyButton text={url} onFailed={() => field.current?.select()}>
          {t('Copy link')}
        </CopyButton>
        <Button
          href={href('/share')}
          onClick={(event: MouseEvent<HTMLAnchorElement>) => {
            if (!onShare) return;
            event.preventDefault();
            onShare(event.currentTarget);
          }}
        >
          {t('Share the campaign')}
        </Button>
      </div>
      <Field label={t('Your share link')}>
        <TextInput ref={field} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
    </>
  );
}

/** The button goes with the last email of a day: the server would send no more. */
function SendAgain({ onSend }: { onSend: ThankYouProps['onSendAgain'] }) {
  const t = useWords();
  const [sent, setSent] = useState(1);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function send() {
    setPending(true);
    const problem = await onSend();
    setPending(false);
    setFailure(problem);
    if (!problem) setSent(sent + 1);
  }

  return (
    <>
      {sent < LINKS_PER_DAY ? (
        <Button onClick={() => void send()} pending={isPending} pendingLabel={t('Sending...')}>
          {t('Send it again')}
        </Button>
      ) : null}
      <p role="status">
        {failure ? t(failure) : null}
        {!failure && sent > 1
          ? t('We sent a new email. Only its link works now. Look in your spam folder, too.')
          : null}{' '}
        {sent === LINKS_PER_DAY ? t('That was the last one for today.') : null}
      </p>
    </>
  );
}
