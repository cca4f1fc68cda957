import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LivePageData, PageRequest, ShownSignature } from '../../shared/page.ts';
import { SIGNATURE_PAGE, THANKS_PAGE, WITHDRAW_PAGE } from './paths.rules.ts';
import { SignaturePage } from './SignaturePage.tsx';

const awa = { key: 'k', fullName: 'Awa Diop', country: 'Senegal' };
const data = {
  publicUrl: 'https://oneafrica.example',
  signatures: 1203,
  confirmsSignatures: true,
} as LivePageData;

function open(path: string, signature?: ShownSignature, message?: string) {
  const form = message && { endpoint: 'confirmSignature', values: {}, message, fields: {} };
  const request = { path, language: 'en', signature, form } as PageRequest;
  render(<SignaturePage request={request} data={data} />);
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent ?? '');
function expectForm(name: string, action: string) {
  const form = screen.getByRole('button', { name }).closest('form');
  expect(form?.getAttribute('action')).toBe(action);
  expect(form?.method).toBe('post');
  expect(new FormData(form ?? undefined).get('key')).toBe('k');
}

test('asks who has not confirmed for nothing else, and leads quietly to where one withdraws', () => {
  open(SIGNATURE_PAGE, { state: 'unconfirmed', ...awa });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirm your signature');
  expect(screen.getByText(/Awa Diop, Senegal/)).toBeTruthy();
  expectForm('Confirm your signature', '/api/unity-declaration/confirm');
  expect(buttons()).toEqual(['Confirm your signature']);
  const withdraw = screen.getByRole('link', { name: 'Withdraw your signature' });
  expect(withdraw.getAttribute('href')).toBe('/signature/withdraw?key=k');
});

test('thanks who has confirmed, with their number and what is missing to the goal', () => {
  open(SIGNATURE_PAGE, { state: 'confirmed', ...awa, place: 1204 });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You are number 1,204');
  const thanks = screen.getByText('Thank you, Awa Diop (Senegal). Your signature counts.');
  expect(thanks.parentElement?.textContent).toContain('796 more signatures and we reach 2,000.');
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
  const main = within(document.body);
  const links = main.getAllByRole('link').map((link) => link.textContent);
  expect(links.at(-1)).toBe('Withdraw your signature');
});

test.each([
  [0, /see here how many sign through you/],
  [1, /1 person signed through you\./],
  [12, /12 people signed through you\./],
])(
  'says of %i how many signed, with the signer’s own link in every way to share',
  (count, said) => {
    open(SIGNATURE_PAGE, { state: 'confirmed', ...awa, shared: { code: 'abcd2345', count } });
    expect(screen.getByText(said)).toBeTruthy();
    const url = 'https://oneafrica.example/?by=abcd2345';
    expect(screen.getByRole('textbox', { name: 'Your share link' })).toHaveProperty('value', url);
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
    const ways = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.includes(encodeURIComponent(url)));
    expect(ways).toHaveLength(6);
  },
);

test('asks once more before it withdraws, and leads back', () => {
  open(WITHDRAW_PAGE, { state: 'confirmed', ...awa, place: 1204 });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Withdraw your signature?');
  expectForm('Withdraw the signature', '/api/unity-declaration/withdraw');
  expect(buttons()).toEqual(['Withdraw the signature']);
  const back = screen.getByRole('link', { name: 'Keep the signature' });
  expect(back.getAttribute('href')).toBe('/signature?key=k');
});

test('thanks after a plain form as the dialog does: where the email went, once more, one’s own link', () => {
  const person = { fullName: 'Awa Diop', email: 'awa@example.org', country: 'Senegal' };
  open(THANKS_PAGE, { state: 'sent', person, shareCode: 'abcd2345', emails: 2 });
  expect(screen.getByText(/Open the link we sent to awa@example.org\./)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('We sent a new email.');
  const form = screen.getByRole('button', { name: 'Send it again' }).closest('form');
  expect(form?.getAttribute('action')).toBe('/api/unity-declaration?again=2');
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject({
    ...person,
    agreeToDeclaration: 'on',
  });
  expect(screen.getByRole('textbox', { name: 'Your share link' })).toHaveProperty(
    'value',
    'https://oneafrica.example/?by=abcd2345',
  );
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
});

test('thanks without a key, too: with the address of the campaign and no email to send again', () => {
  open(THANKS_PAGE, { state: 'forged' });
  expect(screen.getByText(/Open the link we sent to the address you gave\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Campaign link' })).toBeTruthy();
});

test('says why a button was refused, and how to come back', () => {
  open(SIGNATURE_PAGE, undefined, 'Many forms have just come from your network.');
  expect(screen.getByText('Many forms have just come from your network.')).toBeTruthy();
  expect(screen.getByText('Open the link in our email again.')).toBeTruthy();
  expect(screen.queryByText(/no longer valid/)).toBeNull();
});

test.each([
  ['forged', 'This link is incomplete. Open the link in our email again.'],
  ['old', /This link is no longer valid/],
] as const)('says of a link that is %s what to do', (state, sentence) => {
  open(SIGNATURE_PAGE, { state });
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
