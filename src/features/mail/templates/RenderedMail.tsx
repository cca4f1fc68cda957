import { inertMarkup } from '../../../web/markup/inertMarkup.ts';
import { useWords } from '../../../web/words.tsx';
import type { SyntheticEvent } from 'react';

interface RenderedMailProps {
  mail: { subject: string; html: string; text: string };
}

/** A mail as it leaves: its line, its page, and the same for who reads text. */
export function RenderedMail({ mail: { subject, html, text } }: RenderedMailProps) {
  const t = useWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="[overflow-wrap:anywhere]">
        <span className="hint">{t('Subject')}</span> <strong dir="auto">{subject}</strong>
      </p>
      <MailFrame title={t('The email')} html={html} />
      <details>
        <summary className="min-h-11 content-center">{t('Plain-text version')}</summary>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {text}
        </p>
      </details>
    </div>
  );
}

interface MailFrameProps {
  title: string;
  html: string;
}

/**
 * A mail as its reader sees it. Nothing in the frame runs, sends or leads anywhere: it is sandboxed, and the page's
 * policy holds in it too. That policy also forbids the style attributes and the style sheet of a mail, so that both
 * are given to the drawn document afterwards, as a script of ours may.
 */
function MailFrame({ title, html }: MailFrameProps) {
  return (
    <iframe
      title={title}
      srcDoc={inertMarkup(
        html.replaceAll(' style="', ' data-style="').replaceAll(/<(\/?)style>/g, '<$1template>'),
      )}
      sandbox="allow-same-origin"
      className="h-[min(60dvh,40rem)] w-full edged border-line"
      onLoad={dress}
    />
  );
}

function dress({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
  const { contentDocument } = currentTarget;
  // A sheet belongs to the document that made it.
  const view = contentDocument?.defaultView;
  const rules = contentDocument?.querySelector('template')?.content.textContent;
  if (view && rules) {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(rules);
    contentDocument.adoptedStyleSheets = [sheet];
  }
  for (const part of contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    part.style.cssText = part.dataset.style ?? '';
  for (const link of contentDocument?.querySelectorAll('a[href]') ?? []) {
    // Where it leads can be read, and is not followed.
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
}
