import type { SyntheticEvent } from 'react';

interface MailFrameProps {
  title: string;
  html: string;
}

/**
 * A mail as its reader sees it. Nothing in the frame runs, sends or leads anywhere: it is sandboxed, and the page's
 * policy holds in it too. That policy also forbids the style attributes of which a mail is made, so that they are
 * given to the drawn elements afterwards, as a script of ours may.
 */
export function MailFrame({ title, html }: MailFrameProps) {
  return (
    <iframe
      title={title}
      srcDoc={html.replaceAll(' style="', ' data-style="')}
      sandbox="allow-same-origin"
      className="h-[min(60dvh,40rem)] w-full edged border-line"
      onLoad={dress}
    />
  );
}

function dress({ currentTarget: { contentDocument } }: SyntheticEvent<HTMLIFrameElement>) {
  for (const part of contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    part.style.cssText = part.dataset.style ?? '';
  for (const link of contentDocument?.querySelectorAll('a[href]') ?? []) {
    // Where it leads can be read, and is not followed.
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
}
