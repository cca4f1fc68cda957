import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answers, inTurn } from '../../../web/testing.fetch.ts';
import { readAccount } from './account.contract.ts';
import { whoAmI } from '../sessions/session.contract.ts';
import { account, amina, openSecurity, part, to } from './testing.page.ts';

const comeBack = () =>
  act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test('who comes back from the tab of the mail reads that the address is confirmed', async () => {
  await openSecurity(inTurn(account({ isVerified: false }), account()));
  expect(part('Email address').queryByText('Confirmed')).toBeNull();
  await comeBack();
  await part('Email address').findByText('Confirmed');
  expect(part('Email address').queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('a new address that was confirmed in another tab is shown in the whole page', async () => {
  const email = 'amina.bello@example.org';
  await openSecurity(
    inTurn(account({ pendingEmail: email }), account({ email })),
    inTurn(answers(whoAmI, amina), answers(whoAmI, { ...amina, email })),
  );
  await comeBack();
  await part('Email address').findByText(email);
  const card = within(screen.getByRole('region', { name: 'Account' }));
  await card.findByText(email);
  expect(card.queryByText(amina.email)).toBeNull();
});

test('an account that waits for no mail is read once', async () => {
  const log = await openSecurity();
  await comeBack();
  expect(to(log, readAccount)).toHaveLength(1);
});
