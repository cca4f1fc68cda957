import { render, screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HIDDEN, idOf, type Overrides } from '../../../shared/content.ts';
import { NOTICE, NOTICE_TEXTS, SHORT_NOTICE } from '../../../shared/notice.ts';
import { ContentProvider } from '../../../web/content.tsx';
import { BuyNow } from '../../../web/pages/landing/BuyNow.tsx';
import { Footer } from '../../../web/pages/landing/Footer.tsx';
import { Hero } from '../../../web/pages/landing/hero/Hero.tsx';
import { ConfirmProvider } from '../../../web/ui/confirm.tsx';
import { KitNotice } from '../../../web/ui/KitNotice.tsx';
import { renderMail } from '../../mail/frame/render.mail.tsx';
import { DEFAULT_PRICING, publicPlans } from '../../payments/pricing/pricing.rules.ts';
import { KNOWN_TEXTS } from './known-texts.rules.ts';

const data = {
  signatures: 12,
  byCountry: { Ghana: 12 },
  plans: publicPlans(DEFAULT_PRICING),
  content: {},
  publicUrl: 'https://one.example',
  waysToPay: ['card' as const],
  sandbox: false,
  year: 2026,
};
const everyTextAs = (value: string): Overrides =>
  Object.fromEntries(KNOWN_TEXTS.map((text) => [idOf(text), value]));

/** PaymentDialog.test.tsx proves the same of the checkout, mails.test.tsx of every mail. */
const places = [
  [
    'the place where one applies',
    <ConfirmProvider key="apply">
      <BuyNow waysToPay={['card']} plans={data.plans} />
    </ConfirmProvider>,
  ],
  ['the footer', <Footer key="footer" data={data} path="/" />],
] as const;

const draw = (place: React.ReactNode, content: Overrides = {}) =>
  render(<ContentProvider content={content}>{place}</ContentProvider>);

test.each(places)('the notice is in %s', (_name, place) => {
  draw(place);
  expect(screen.getByRole('note').textContent).toBe(NOTICE);
});

test.each(places)('no published text takes the notice out of %s', (_name, place) => {
  for (const content of [everyTextAs(HIDDEN), everyTextAs('Travel as you like.')]) {
    const { unmount } = draw(place, content);
    expect(within(screen.getByRole('note')).getByText(NOTICE)).toBeTruthy();
    unmount();
  }
});

test('the hero says it in short and opens the whole in place, whatever is published', () => {
  for (const content of [{}, everyTextAs(HIDDEN), everyTextAs('Travel as you like.')]) {
    const { unmount } = draw(<Hero data={data} />, content);
    const short = screen.getByText(SHORT_NOTICE, { exact: false });
    expect(short.textContent).toBe(`${SHORT_NOTICE} More`);
    const whole = within(short.closest('details') as HTMLElement);
    expect(whole.getByText(NOTICE)).toBeTruthy();
    unmount();
  }
});

test('an addition follows the notice', () => {
  const said = renderToStaticMarkup(
    <ContentProvider content={{ [idOf(NOTICE_TEXTS.more)]: 'Nor is it valid as proof of age.' }}>
      <KitNotice />
    </ContentProvider>,
  );
  expect(said).toContain(`<p>${NOTICE}</p><p>Nor is it valid as proof of age.</p>`);
});

test.each(['html', 'text'] as const)('the receipt carries the notice as %s', async (form) => {
  const receipt = await renderMail(
    'payment-confirmed',
    {
      name: 'Ama',
      reference: 'PX-7K4M2',
      amount: '$100.00',
      receivedOn: '2026-11-21',
      paymentsLeft: 11,
      receipt: { name: 'OAP-000123', url: 'https://one.example/receipt/OAP-000123' },
    },
    {
      publicUrl: 'https://one.example',
      locale: 'en',
      sandbox: false,
      campaign: { name: 'One Africa Passport', address: 'hello@one.example' },
    },
  );
  expect(receipt[form].replaceAll(/\s+/g, ' ')).toContain(NOTICE);
});
