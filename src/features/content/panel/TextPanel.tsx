import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { linkTo } from '../../../web/address.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { ADVANCED_PATH } from '../editing/paths.rules.ts';
import { contentAddress } from '../editing/useContentAddress.ts';
import { findText, type PageText, type Place } from '../editing/useContentTexts.ts';
import { hintOf, ValueField } from '../editing/ValueField.tsx';
import type { Editing } from '../editing/useEditing.ts';
import { writtenValue } from '../editing/text-state.rules.ts';
import { DiscardDraft } from './DiscardDraft.tsx';
import { Versions } from '../history/Versions.tsx';
import { MISSING, WrittenText } from '../publishing/content.contract.ts';
import { sectionName, textName } from '../texts/text-names.rules.ts';
import { usePublish } from './usePublish.ts';
import './TextPanel.css';

interface TextPanelProps {
  place: Place;
  editing: Editing;
  onClose: () => void;
}

/** One text beside its page: in all languages, with what it said before. */
export function TextPanel({ place, editing, onClose }: TextPanelProps) {
  const t = useWords();
  const id = useId();
  const { texts, writing } = editing;
  const { publish, withdraw } = usePublish(editing);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  // The language of the page comes first: it is what one sees changing.
  const languages = [place.language, ...LANGUAGES.filter((one) => one !== place.language)];
  const versions = languages.map((language) => findText(texts, { ...place, language }));
  const [text] = versions as [PageText, ...PageText[]];
  const valueOf = (one: PageText) => writing.written(one).value;
  // Also words whose draft went when someone else published the text.
  const changed = versions.filter((one) => one.draft ?? valueOf(one) !== writtenValue(one));

  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, []);

  function close() {
    if (opener.current instanceof HTMLElement) opener.current.focus();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (publish.isPending || changed.length === 0) return;
    const found = changed.flatMap((one) => {
      const { language, section, key } = one;
      const [error] = Object.values(
        errorsOf(WrittenText, { language, section, key, value: valueOf(one) }),
      );
      return error === undefined ? [] : [[language, error] as const];
    });
    setErrors(Object.fromEntries(found));
    if (found.some(([, error]) => error === MISSING))
      toast({ title: t('Missing Information'), description: t(MISSING), variant: 'destructive' });
    const [first] = found;
    if (first) return form.current?.querySelector<HTMLElement>(`[lang="${first[0]}"]`)?.focus();
    void publish.run(changed.map(writing.written));
  }

  return (
    <form
      ref={form}
      className="text-panel"
      aria-labelledby={id}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
        if (event.key === 'Enter' && event.ctrlKey) submit(event);
      }}
    >
      <div className="text-panel-title">
        <div>
          <p className="hint">{sectionName(text.section, t)}</p>
          <h2 id={id}>{textName(text, t)}</h2>
        </div>
        <Button variant="quiet" aria-label={t('Close')} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="text-panel-body">
        {versions.map((one) => (
          <ValueField
            key={one.language}
            text={one}
            others={versions.filter((other) => other !== one)}
            label={LANGUAGE_NAMES[one.language]}
            name={one.language}
            value={valueOf(one)}
            error={errors[one.language]}
            writing={writing}
          />
        ))}
        <p className="hint">{hintOf(text, t)}</p>
        <Versions
          text={text}
          onUse={(value) => writing.write(text, value)}
          {...(text.published ? { onWithdraw: () => void withdraw.run(text) } : {})}
        />
        <details>
          <summary className="hint">{t('Advanced: section and key')}</summary>
          <p>
            <a {...linkTo(contentAddress(place, ADVANCED_PATH))}>
              {`${text.section} / ${text.key}`}
            </a>
          </p>
        </details>
      </div>
      <div className="text-panel-foot">
        <Button
          type="submit"
          variant="primary"
          disabled={changed.length === 0}
          pending={publish.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Publish')}
        </Button>
        {changed.length > 0 ? <DiscardDraft texts={changed} editing={editing} /> : null}
      </div>
    </form>
  );
}
