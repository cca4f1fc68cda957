import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ContentProvider } from '../../content.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const url = 'https://one.example/';
const text =
  'Fifty-four threads, one cloth. I support the campaign for free movement in Africa. Will you sign too?';
const dialog = <ShareDialog open onClose={() => {}} publicUrl="https://one.example" />;

function open(give: Partial<Navigator> = {}) {
  const clipboard = { writeText: vi.fn(async (_text: string) => {}) };
  for (const [name, value] of Object.entries({ clipboard, ...give }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  render(
    <>
      {dialog}
      <Toaster />
    </>,
  );
  return clipboard.writeText;
}

// Not userEvent's: it brings a clipboard of its own.
const press = (name: string) =>
  act(async () => screen.getByRole<HTMLButtonElement>('button', { name }).click());
const tickIn = (name: string) =>
  screen.getByRole('button', { name }).querySelector('path')?.getAttribute('d') === 'M3 9l4 4 8-9';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(navigator, 'share');
  vi.useRealTimers();
});

describe('sharing the campaign', () => {
  test('leads to the sheet and the poster, to be printed', () => {
    open();
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(leadsTo('Print a signature sheet')).toBe('/sheet');
    expect(leadsTo('Print a poster')).toBe('/poster');
  });

  test.each([
    ['Share on WhatsApp', 'https://wa.me/', { text: `${text} ${url}` }],
    ['Share on Telegram', 'https://t.me/share/url', { url, text }],
    ['Share on Facebook', 'https://www.facebook.com/sharer/sharer.php', { u: url }],
    ['Share on Twitter/X', 'https://twitter.com/intent/tweet', { text, url }],
  ])('%s opens its page in a new tab that cannot reach this one', (name, page, query) => {
    open();
    const link = screen.getByRole<HTMLAnchorElement>('link', {
      name: `${name} (opens in a new tab)`,
    });
    const { origin, pathname, searchParams } = new URL(link.href);
    expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([page, query]);
    expect([link.target, link.relList.contains('noopener')]).toEqual(['_blank', true]);
  });

  test.each([
    ['Send as a text message', `sms:?&body=${encodeURIComponent(`${text} ${url}`)}`],
    [
      'Send by email',
      `mailto:?subject=One%20Africa%20Passport&body=${encodeURIComponent(`${text} ${url}`)}`,
    ],
  ])('%s has the text and the link in it', (name, address) => {
    open();
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  test('the link is there as a QR code', () => {
    open();
    expect(screen.getByLabelText('QR code to scan with another phone')).toBeTruthy();
  });

  test('the link that is copied is the site’s own, with a tick for two seconds', async () => {
    vi.useFakeTimers();
    const written = open();
    await press('Copy link');
    expect(written.mock.calls).toEqual([[url]]);
    expect(screen.getByText('Link Copied!')).toBeTruthy();
    expect(tickIn('Copy link')).toBe(true);
    act(() => vi.advanceTimersByTime(1999));
    expect(tickIn('Copy link')).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(tickIn('Copy link')).toBe(false);
  });

  test('Instagram takes no links, so the link is copied and the toast says where to paste it', async () => {
    const written = open();
    await press('Share on Instagram');
    expect(written.mock.calls).toEqual([[url]]);
    expect(screen.getByText('Link Copied!')).toBeTruthy();
    expect(screen.getByText(/Open Instagram/)).toBeTruthy();
  });

  test.each(['Copy link', 'Share on Instagram'])(
    'where %s may not copy, the link is marked to be copied by hand',
    async (name) => {
      open({
        clipboard: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
      } as never);
      await press(name);
      expect(screen.getByText('Copy Failed')).toBeTruthy();
      const field = screen.getByLabelText<HTMLInputElement>('Campaign link');
      expect(document.activeElement).toBe(field);
      expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url);
      expect(field.readOnly).toBe(true);
    },
  );

  test('WhatsApp comes first, then the phone’s own list of apps', async () => {
    const share = vi.fn(async () => {});
    open({ share });
    const ways = screen.getByText(text).nextElementSibling?.querySelectorAll('a, button') ?? [];
    expect([...ways].map((way) => way.textContent)).toEqual([
      'Share on WhatsApp (opens in a new tab)',
      'Share with an app',
      'Copy link',
      'Share on Instagram',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Share with an app' }));
    expect(share.mock.calls).toEqual([[{ title: 'One Africa Passport', text, url }]]);
    expect(screen.queryByText(/Failed/)).toBeNull();
  });

  test.each([
    ['closed again by the person says nothing', 'AbortError', false],
    ['that does not open says what else there is', 'NotAllowedError', true],
  ])('a list of apps %s', async (_what, name, isSaid) => {
    open({ share: () => Promise.reject(new DOMException('no', name)) });
    await press('Share with an app');
    expect(screen.queryByText('Sharing Failed') !== null).toBe(isSaid);
  });

  test('without such a list there is no button for it', () => {
    open();
    expect(screen.queryByRole('button', { name: 'Share with an app' })).toBeNull();
  });

  test('the text is the one that was published', () => {
    render(<ContentProvider content={{ 'share.text': 'Weave & sign?' }}>{dialog}</ContentProvider>);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Share on Twitter\/X/ });
    expect(new URL(link.href).searchParams.get('text')).toBe('Weave & sign?');
  });

  test('Instagram has its own sign, not that of copying', () => {
    open();
    const drawnIn = (name: string) =>
      screen.getByRole('button', { name }).querySelector('path')?.getAttribute('d');
    expect(drawnIn('Share on Instagram')).toBeTruthy();
    expect(drawnIn('Share on Instagram')).not.toBe(drawnIn('Copy link'));
  });

  test('without scripts the links and the address are there, and what needs them is marked', () => {
    Object.defineProperty(navigator, 'share', { value: () => {}, configurable: true });
    const markup = renderToString(dialog);
    expect(markup).toContain(`value="${url}"`);
    expect(markup).toContain('sharer.php?u=https%3A%2F%2Fone.example%2F');
    expect(markup).not.toContain('Share with an app');
    document.body.append(document.createRange().createContextualFragment(markup));
    for (const button of document.querySelectorAll('.dialog-body button'))
      expect(button.closest('.needs-script'), button.textContent ?? '').toBeTruthy();
    document.body.replaceChildren();
  });
});
