import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { WordsProvider } from '../words.tsx';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { EmptyState } from '../lists/EmptyState.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Notice } from './Notice.tsx';
import { StepIndicator } from './StepIndicator.tsx';
import { Mark, Shortened, Tooltip } from './Tooltip.tsx';
import { WovenBand } from './WovenBand.tsx';

test('steps tell which is done and which is being done', () => {
  render(<StepIndicator steps={['Application', 'Payment', 'Kit']} current={1} />);
  const [first, second, third] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('done');
  expect(second?.getAttribute('aria-current')).toBe('step');
  expect(third?.textContent).toBe('3Kit');
});

test('a notice is a note unless it must be heard', () => {
  render(
    <>
      <Notice>Not valid for travel</Notice>
      <Notice role="alert" tone="danger">
        Please complete the application form first
      </Notice>
    </>,
  );
  expect(screen.getByRole('note').textContent).toBe('Not valid for travel');
  expect(screen.getByRole('alert').textContent).toContain('complete the application');
});

test('copying shows a tick for two seconds and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const copied = vi.fn();
    render(
      <CopyButton text="https://example.org" onCopied={copied}>
        Copy link
      </CopyButton>,
    );
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe('https://example.org');
    expect(copied).toHaveBeenCalledOnce();
    expect(screen.getByText('Copied')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(2000));
    expect(screen.queryByText('Copied')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('a browser that refuses to copy is reported to the caller', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  const failed = vi.fn();
  render(
    <CopyButton text="x" onFailed={failed}>
      Copy link
    </CopyButton>,
  );
  await user.click(screen.getByRole('button'));
  expect(failed).toHaveBeenCalledOnce();
  expect(screen.queryByText('Copied')).toBeNull();
});

test('an empty state says what is missing and what can be done', () => {
  render(
    <EmptyState title="No messages yet" action={<Button>Write one</Button>}>
      They will be here.
    </EmptyState>,
  );
  expect(screen.getByText('No messages yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Write one' })).toBeTruthy();
});

test('loading says what is loading', () => {
  render(<Loading>Loading the price</Loading>);
  expect(screen.getByRole('status').textContent).toBe('Loading the price');
});

test('a tooltip opens on focus', async () => {
  render(
    <Tooltip text="Signed by email">
      <Button>Details</Button>
    </Tooltip>,
  );
  await userEvent.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Signed by email');
});

test('a mark within a button tells its meaning while the button has the focus, until Escape', async () => {
  render(
    <Button>
      Amina Bello
      <Mark isInControl text="Has received an email">
        ✓
      </Mark>
    </Button>,
  );
  await userEvent.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Has received an email');
  expect(screen.getByRole('button').querySelector('[tabindex]')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(screen.getByRole('button', { name: /Has received an email/ })).toBeTruthy();
});

test('a shortened value is all there in its tooltip', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  render(<Shortened text={address} to={20} />);
  expect(screen.getByText(`${address.slice(0, 20)}…`)).toBeTruthy();
  await userEvent.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe(address);
  render(<Shortened text="pay@example.org" to={20} />);
  expect(screen.getByText('pay@example.org').matches('[tabindex]')).toBe(false);
});

test('the first tooltip opens after 700 ms of hovering, the next within 300 ms of it at once', () => {
  vi.useFakeTimers();
  // Long after the tests before.
  vi.advanceTimersByTime(1000);
  render(
    <>
      <Mark text="Yes">✓</Mark>
      <Mark text="No">–</Mark>
    </>,
  );
  const hover = (name: string) => fireEvent.pointerEnter(screen.getByRole('img', { name }));
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  hover('Yes');
  wait(699);
  expect(screen.queryByRole('tooltip')).toBeNull();
  wait(1);
  expect(screen.getByRole('tooltip').textContent).toBe('Yes');
  fireEvent.pointerLeave(screen.getByRole('img', { name: 'Yes' }));
  wait(299);
  hover('No');
  wait(0);
  expect(screen.getByRole('tooltip').textContent).toBe('No');
  fireEvent.pointerLeave(screen.getByRole('img', { name: 'No' }));
  wait(300);
  hover('Yes');
  wait(0);
  expect(screen.queryByRole('tooltip')).toBeNull();
  vi.useRealTimers();
});

test('the woven band is hidden from readers and weighs less than 600 bytes', () => {
  const markup = renderToString(<WovenBand />);
  expect(markup).toContain('aria-hidden="true"');
  expect(markup.length).toBeLessThan(600);
  expect(renderToString(<WovenBand />)).toBe(markup);
});

test('the words of the kit are shown in the language of the page', () => {
  const locale = { tag: 'fr', catalogue: { Steps: 'Étapes', done: 'fait' } };
  render(
    <WordsProvider locale={locale}>
      <StepIndicator steps={['Candidature', 'Paiement']} current={1} />
    </WordsProvider>,
  );
  expect(screen.getByRole('list', { name: 'Étapes' }).textContent).toContain('fait');
});
