import { describe, expect, test } from 'vitest';
import { adviseSender } from './sender-domain.rules.ts';

const texts = (fromEmail: string, type: 'email_gmail' | 'email_alternative') =>
  adviseSender(type, { fromEmail, smtpHost: 'smtp.example.net' }).records.map(
    ({ kind, name, value }) => [kind, name, value],
  );

describe('what to set for the domain of a sender', () => {
  test('that sends through Google names Google', () => {
    expect(texts('office@one.example', 'email_gmail')).toEqual([
      ['SPF', 'one.example', 'v=spf1 include:_spf.google.com ~all'],
      ['DKIM', 'google._domainkey.one.example', null],
      ['DMARC', '_dmarc.one.example', 'v=DMARC1; p=none; rua=mailto:office@one.example'],
    ]);
  });

  test('that sends through another server names that server', () => {
    expect(texts('office@one.example', 'email_alternative')).toEqual([
      ['SPF', 'one.example', 'v=spf1 a:smtp.example.net ~all'],
      ['DKIM', 'selector._domainkey.one.example', null],
      ['DMARC', '_dmarc.one.example', 'v=DMARC1; p=none; rua=mailto:office@one.example'],
    ]);
  });

  test('names a server without a name by its address', () => {
    const { records } = adviseSender('email_alternative', {
      fromEmail: 'office@one.example',
      smtpHost: '8.8.8.8',
    });
    expect(records[0]?.value).toBe('v=spf1 ip4:8.8.8.8 ~all');
  });

  test('of Google is nothing while Google sends', () => {
    expect(adviseSender('email_gmail', { fromEmail: 'a@gmail.com', smtpHost: '' })).toEqual({
      domain: 'gmail.com',
      records: [],
      advice: 'Google signs emails from its own addresses. There is nothing to set up.',
    });
  });

  test.each([
    ['email_alternative', 'a@gmail.com'],
    ['email_alternative', 'a@yahoo.com'],
    ['email_gmail', 'a@outlook.com'],
  ] as const)('cannot be set by who sends through %s as %s', (type, fromEmail) => {
    const { records, advice } = adviseSender(type, { fromEmail, smtpHost: 'smtp.example.net' });
    expect(records).toEqual([]);
    expect(advice).toContain('Please send from an address at your own domain.');
  });
});
