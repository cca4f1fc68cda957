import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { AsPage } from './DialogPage.tsx';

interface PageProps {
  keepsWords?: boolean;
  onClose?: () => void;
}

function Page({ keepsWords, onClose }: PageProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Volunteer
      </button>
      <Dialog
        open={open}
        title="Volunteer Application"
        keepsInput={keepsWords}
        onClose={() => {
          onClose?.();
          setOpen(false);
        }}
      >
        <input aria-label="First name" />
      </Dialog>
    </>
  );
}

const opener = () => screen.getByRole('button', { name: 'Volunteer' });
const dialog = () => screen.queryByRole('dialog', { name: 'Volunteer Application' });

function pressBackdrop() {
  fireEvent.pointerDown(dialog() as HTMLElement);
  fireEvent.click(dialog() as HTMLElement);
}

test('a dialog is named by its title and begins there', async () => {
  render(<Page />);
  expect(dialog()).toBeNull();
  await userEvent.click(opener());
  expect(dialog()).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Volunteer Application');
});

const waysOut: [string, () => Promise<unknown>][] = [
  ['the Close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the backdrop', async () => pressBackdrop()],
  [
    'the way back of the phone',
    async () => void fireEvent(dialog() as HTMLElement, new Event('cancel')),
  ],
];

test.each(waysOut)('%s closes it and gives the focus back to the opener', async (_, close) => {
  render(<Page />);
  await userEvent.click(opener());
  await close();
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test('a press on the backdrop does nothing once something was typed', async () => {
  render(<Page />);
  await userEvent.click(opener());
  await userEvent.type(screen.getByLabelText('First name'), 'Awa');
  pressBackdrop();
  expect(dialog()).toBeTruthy();
});

test.each(waysOut)(
  'closed by %s, a dialog that keeps words asks nothing and shows them when it is opened again',
  async (_, close) => {
    render(<Page keepsWords />);
    await userEvent.click(opener());
    await userEvent.type(screen.getByLabelText('First name'), 'Awa');
    await close();
    expect(dialog()).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toBe(opener());
    await userEvent.click(opener());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Awa');
    expect(document.activeElement?.textContent).toBe('Volunteer Application');
  },
);

test('a dialog that keeps words is in the page only once it has been opened', async () => {
  const { container } = render(<Page keepsWords />);
  expect(container.querySelector('dialog')?.childNodes).toHaveLength(0);
  const closed = (
    <Dialog open={false} title="Sign" keepsInput onClose={() => {}}>
      Sign
    </Dialog>
  );
  expect(renderToString(closed)).not.toContain('Sign');
});

test('a dialog that keeps nothing is empty when it is opened again', async () => {
  render(<Page />);
  await userEvent.click(opener());
  await userEvent.type(screen.getByLabelText('First name'), 'Awa');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(opener());
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('');
});

test('marking text from the inside out does not count as a press on the backdrop', async () => {
  render(<Page />);
  await userEvent.click(opener());
  fireEvent.pointerDown(screen.getByLabelText('First name'));
  fireEvent.click(dialog() as HTMLElement);
  expect(dialog()).toBeTruthy();
});

test('a browser that closes it by force opens it again while its page keeps it open', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open title="Volunteer Application" onClose={onClose}>
      Hello
    </Dialog>,
  );
  const element = dialog() as HTMLDialogElement;
  act(() => {
    element.open = false;
    element.dispatchEvent(new Event('close'));
  });
  expect(element.open).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
});

test('the late word of its last closing does not close a dialog that is open again', async () => {
  render(<Page />);
  await userEvent.click(opener());
  const element = dialog() as HTMLDialogElement;
  act(() => {
    element.dispatchEvent(new Event('close'));
  });
  expect(dialog()).toBe(element);
  expect(element.open).toBe(true);
});

test('a dialog that leaves the page while open gives the focus back', async () => {
  const page = (isThere: boolean) => (
    <>
      <button type="button">Volunteer</button>
      {isThere ? (
        <Dialog open title="Volunteer Application" onClose={() => {}}>
          Hello
        </Dialog>
      ) : null}
    </>
  );
  const { rerender } = render(page(false));
  opener().focus();
  rerender(page(true));
  expect(document.activeElement).not.toBe(opener());
  rerender(page(false));
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});

test('at its own address it is the page: a heading, its content and no box', () => {
  const inside = (
    <Dialog open title="Really?" onClose={() => {}} role="alertdialog">
      Yes or no
    </Dialog>
  );
  render(
    <AsPage>
      <Dialog open title="Volunteer Application" onClose={() => {}}>
        <input aria-label="First name" />
        {inside}
      </Dialog>
    </AsPage>,
  );
  const page = screen.getByRole('region', { name: 'Volunteer Application' });
  expect(screen.getByRole('heading', { level: 1, name: 'Volunteer Application' })).toBeTruthy();
  expect(page.contains(screen.getByLabelText('First name'))).toBe(true);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  // What is opened from there is a box as ever.
  expect(screen.getByRole('alertdialog', { name: 'Really?' }).matches('dialog')).toBe(true);
});

test('a dialog leaves the focus with what an answer in it opened', async () => {
  function Steps({ isAsked }: { isAsked: boolean }) {
    const next = useRef<HTMLHeadingElement>(null);
    useEffect(() => {
      if (!isAsked) next.current?.focus();
    }, [isAsked]);
    return (
      <>
        <Dialog open={isAsked} title="Really?" onClose={() => {}}>
          Yes or no
        </Dialog>
        <h2 ref={next} tabIndex={-1}>
          The next step
        </h2>
      </>
    );
  }
  const page = (isAsked: boolean) => (
    <>
      <button type="button">Volunteer</button>
      <Steps isAsked={isAsked} />
    </>
  );
  const { rerender } = render(page(false));
  opener().focus();
  rerender(page(true));
  rerender(page(false));
  await act(() => Promise.resolve());
  expect(document.activeElement?.textContent).toBe('The next step');
});

test('a dialog returns the focus to the given element, also when the opener is gone', async () => {
  const page = (isThere: boolean) => (
    <>
      {isThere ? <button type="button">Volunteer</button> : <h2 tabIndex={-1}>Done</h2>}
      <Dialog
        open={isThere}
        title="Volunteer Application"
        onClose={() => {}}
        returnFocus={() => screen.queryByRole('heading', { name: 'Done' })}
      >
        Hello
      </Dialog>
    </>
  );
  const { rerender } = render(page(true));
  rerender(page(false));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Done' })),
  );
});
