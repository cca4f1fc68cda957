import { describe, expect, test } from 'vitest';
import { PAYPAL_EVENTS } from '../../rails/card/paypal/webhook.rules.ts';
import {
  ACCOUNT_GONE_ISSUES,
  VAULT_NOT_ENABLED_ISSUES,
  PAYPAL_ORDER_STEPS,
} from '../../rails/card/card.rules.ts';
import { REVIEW_REASON_NAMES } from '../../rails/crypto/settlement/matching.rules.ts';
import { REFUSALS } from '../refunds/paypal-refund.rules.ts';
import { explainNote } from './note.rules.ts';

const isSentence = (said: string) => /^[A-Z].+\.$/.test(said) && !/[A-Z]_[A-Z]/.test(said);

describe('a note', () => {
  test.each([
    ...Object.keys(PAYPAL_EVENTS),
    ...Object.keys(PAYPAL_ORDER_STEPS),
    ...REVIEW_REASON_NAMES,
    ...Object.keys(REFUSALS),
    ...ACCOUNT_GONE_ISSUES,
    ...VAULT_NOT_ENABLED_ISSUES,
  ])('that says %s is one of sentences', (note) => {
    const said = explainNote(note)?.sentences ?? [];
    expect(said.length).toBeGreaterThan(0);
    expect(said.every(isSentence), said.join(' ')).toBe(true);
    expect(said).not.toContain('PayPal gave a reason of its own.');
  });

  test.each([
    ['STRAY_CAPTURE 3C679366HH908993F', /an order we did not create/],
    ['PAYPAL_SAYS_PARTIALLY_REFUNDED_open', /does not match our records/],
    ['ORDER_VOIDED', /took no money/],
    ['refused: RESOURCE_NOT_FOUND', /did not answer our question.*no longer has/],
    ['captured: NOT_ASKED_FOR', /The money was taken\. Money arrived for an instalment/],
    ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', /^PayPal gave a reason of its own\.$/],
  ])('that says %s keeps its word for support', (note, said) => {
    expect(explainNote(note)?.sentences.join(' ')).toMatch(said);
    expect(explainNote(note)?.code).toBe(note);
  });

  test.each(['of no interest', 'the page is taking it', 'the plan or its price changed'])(
    'of our own (%s) needs no word beside it',
    (note) => {
      expect(explainNote(note)?.sentences.every(isSentence)).toBe(true);
      expect(explainNote(note)?.code).toBeUndefined();
    },
  );

  test.each(['They called us: paid on Monday.', 'NO money came', 'constructor', ''])(
    'of a person (%j) is shown unchanged',
    (note) => expect(explainNote(note)).toEqual({ sentences: [note] }),
  );

  test('that names a row of the ways to pay is said to no one', () => {
    expect(explainNote('to bank 00000000-0000-4000-8000-000000000001')).toBeUndefined();
  });
});
