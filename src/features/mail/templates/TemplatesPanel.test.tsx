import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answers, inTurn, refuses, type Sent, serve } from '../../../web/testing.fetch.ts';
import { openPage } from '../../../web/testing.page.ts';
import { TEMPLATES_PATH } from '../paths.rules.ts';
import { listMailTemplates, readMailTemplate } from './templates.contract.ts';
import { TemplatesPanel } from './TemplatesPanel.tsx';

const list = [
  { name: 'contact-received', subject: 'We have your message' },
  { name: 'welcome', subject: 'Welcome' },
];
const drawn = ({ path, query }: Sent) => ({
  subject: `${path.split('/').at(-1)} in ${query.get('language')}`,
  html: '<html><body><p style="color:#1d1a2b">Dear Awa Diop</p></body></html>',
  text: 'Dear Awa Diop',
});

function open(...fakes: Parameters<typeof serve>) {
  serve(...fakes, answers(listMailTemplates, list), answers(readMailTemplate, drawn));
  openPage(TEMPLATES_PATH, <TemplatesPanel />);
}

afterEach(() => vi.unstubAllGlobals());

test('each mail that leaves by itself can be looked at, in each language', async () => {
  open();
  expect(await screen.findByText('contact-received in en')).toBeTruthy();
  const frame = screen.getByTitle<HTMLIFrameElement>('The email');
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  await userEvent.selectOptions(screen.getByLabelText('Choose an email'), 'Welcome');
  expect(await screen.findByText('welcome in en')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'Français');
  expect(await screen.findByText('welcome in fr')).toBeTruthy();
  expect(location.search).toBe('?mail=welcome&in=fr');
});

test('what does not come says so and comes when it is asked for again', async () => {
  open(
    inTurn(
      refuses(readMailTemplate, 503, { message: 'We are away.' }),
      answers(readMailTemplate, drawn),
    ),
  );
  expect(await screen.findByText('We are away.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('contact-received in en')).toBeTruthy();
});
