import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { call } from '../api.ts';
import { read } from '../queries.ts';
import { MessageAnswer } from '../../shared/schema.ts';
import { answers, refuses, serve } from '../testing.fetch.ts';
import { openPage } from '../testing.page.ts';
import { useAction } from './useAction.ts';

const readThing = endpoint({
  name: 'readThing',
  method: 'GET',
  path: '/api/thing',
  summary: 'Read the thing',
  access: anyone,
  answer: MessageAnswer,
});
const changeThing = endpoint({
  name: 'changeThing',
  method: 'POST',
  path: '/api/thing',
  summary: 'Change the thing',
  access: anyone,
  answer: MessageAnswer,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Thing() {
  const thing = useQuery(read(readThing));
  const change = useAction(() => call(changeThing, {}), { refresh: [readThing] });
  return (
    <>
      <p>{thing.data?.message}</p>
      <button type="button" disabled={change.isPending} onClick={() => void change.run()}>
        Change
      </button>
      <p role="alert">{change.failure}</p>
    </>
  );
}

const refusal = (status: number, detail: object = {}) =>
  refuses(changeThing, status, { message: 'No.', ...detail });

test.each([
  ['done', answers(changeThing, { message: 'Yes.' }), 2],
  ['refused as what was shown has changed', refusal(409), 2],
  ['refused as it is gone', refusal(404), 2],
  ['failed on the server', refusal(500), 2],
  ['refused for what was filled in', refusal(400), 1],
  ['refused as another account is logged in', refusal(409, { reason: 'another-account' }), 1],
] as const)(
  'an action that is %s refreshes the page when it may be out of date',
  async (_, reply, reads) => {
    const log = serve(answers(readThing, { message: 'As it was.' }), reply);
    openPage('/', <Thing />);
    await screen.findByText('As it was.');
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await screen.findByRole('button', { name: 'Change' });
    await vi.waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false),
    );
    expect(log.filter(({ method }) => method === 'GET')).toHaveLength(reads);
  },
);
