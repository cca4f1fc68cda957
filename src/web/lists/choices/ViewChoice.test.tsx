import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { ListChoices } from '../../../shared/list-choices.ts';
import { openPage } from '../../testing.page.ts';
import { ViewChoice } from './ViewChoice.tsx';

afterEach(cleanup);

function List() {
  const [choices, setChoices] = useState<ListChoices>({
    columns: null,
    views: [{ name: 'The team', query: { status: 'admin' } }],
    defaultView: null,
  });
  return (
    <ViewChoice
      choices={choices}
      onChange={(part) => setChoices({ ...choices, ...part })}
      question={{}}
      onAsk={() => undefined}
    />
  );
}

test('a view is made the default and no longer by a button that keeps its name', async () => {
  openPage('/admin/users', <List />);
  await userEvent.click(screen.getByRole('button', { name: 'Views...' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Views' }));
  const pressed = () =>
    dialog.getByRole('button', { name: 'Default view' }).getAttribute('aria-pressed');
  expect(pressed()).toBe('false');
  for (const now of ['true', 'false']) {
    await userEvent.click(dialog.getByRole('button', { name: 'Default view' }));
    expect(pressed()).toBe(now);
  }
});
