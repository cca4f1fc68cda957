import { useDates } from '../../../web/useDates.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { useWords } from '../../../web/words.tsx';
import type { PageText } from '../editing/useContentTexts.ts';
import { PictureOrWords } from '../pictures/PictureOrWords.tsx';
import { ChangedWords } from './ChangedWords.tsx';
import { EarlierVersions } from './EarlierVersions.tsx';

interface VersionsProps {
  text: PageText;
  /** Puts an earlier version into the field. */
  onUse: (value: string) => void;
  /** Goes back to what is shown without a text of its own; absent where that is shown. */
  onWithdraw?: () => void;
}

/** What a text says as a draft, to visitors, and built in; and what it said before. */
export function Versions({ text, onUse, onWithdraw }: VersionsProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { draft, published, inherited, builtIn, language } = text;
  const live = published ?? inherited;
  return (
    <section className="grid gap-2" aria-label={t('Versions')}>
      {live || draft ? <h3>{t('Versions')}</h3> : null}
      <dl className="versions">
        {draft ? (
          <>
            <dt>{t('Draft')}</dt>
            <dd lang={language} dir="auto">
              <ChangedWords text={text} before={live?.value ?? builtIn} after={draft.value} />
              <span className="hint">{dateTimeOf(draft.updatedAt)}</span>
            </dd>
          </>
        ) : null}
        {live ? (
          <>
            <dt>{published ? t('Live') : t('Live, as in English')}</dt>
            <dd lang={live.language} dir="auto">
              <PictureOrWords text={text} value={live.value} />
              <span className="hint">{dateTimeOf(live.updatedAt)}</span>
            </dd>
          </>
        ) : null}
        {builtIn && (live || draft) ? (
          <>
            <dt>{t('Built-in')}</dt>
            <dd lang={language} dir="auto">
              {builtIn}
            </dd>
          </>
        ) : null}
      </dl>
      {onWithdraw ? (
        <Button className="justify-self-start" onClick={onWithdraw}>
          {inherited
            ? t('Use the English text')
            : builtIn
              ? t('Use built-in text')
              : t('Remove the text')}
        </Button>
      ) : null}
      <EarlierVersions text={text} onUse={onUse} />
    </section>
  );
}
