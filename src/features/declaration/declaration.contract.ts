import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { email, line, MessageAnswer } from '../../shared/schema.ts';
import { words } from '../../shared/words.ts';
import { SIGNATURE_PAGE, THANKS_PAGE, WITHDRAW_PAGE } from './paths.rules.ts';

/** Specification §5; the country is from the list in our form, yet any word of two letters is taken. */
export const Signature = z.object({
  fullName: line({ min: 2, max: 200, message: words('Full name is required') }),
  email: email(words('Valid email is required')),
  country: line({ min: 2, max: 100, message: words('Country is required') }),
  agreeToDeclaration: z.literal(true, words('You must agree to the declaration to sign')),
  wantsNews: z.optional(z.boolean()),
});

export const signDeclaration = endpoint({
  name: 'signDeclaration',
  summary: 'Sign the Unity Declaration',
  method: 'POST',
  path: '/api/unity-declaration',
  access: anyone,
  limit: 'public-form',
  plainForm: { page: '/sign', thanks: THANKS_PAGE, keep: 'key' },
  // Where the reader of the page came from, as its address has it, and how many emails they have asked for before.
  // What is odd says nothing and refuses nothing.
  query: z.object({
    by: z.optional(z.unknown()),
    utm_source: z.optional(z.unknown()),
    again: z.optional(z.unknown()),
  }),
  body: Signature,
  // New each time, as one that exists would tell who has signed. It is the signer's once the signature is confirmed.
  answer: z.extend(MessageAnswer, { shareCode: z.string() }),
  status: 201,
});

const Link = z.object({
  key: z.string(words('This link does not work')).check(z.minLength(1), z.maxLength(1000)),
});

export const confirmSignature = endpoint({
  name: 'confirmSignature',
  summary: 'Confirm the signature that the key of an email names; once more changes nothing',
  method: 'POST',
  path: '/api/unity-declaration/confirm',
  access: anyone,
  limit: 'signature-link',
  plainForm: { page: SIGNATURE_PAGE, thanks: SIGNATURE_PAGE, keep: 'key', isButton: true },
  body: Link,
  answer: MessageAnswer,
});

export const withdrawSignature = endpoint({
  name: 'withdrawSignature',
  summary: 'Remove the signature that the key of an email names',
  method: 'POST',
  path: '/api/unity-declaration/withdraw',
  access: anyone,
  limit: 'signature-link',
  plainForm: { page: WITHDRAW_PAGE, thanks: '/thanks/withdrawn', isButton: true },
  body: Link,
  answer: MessageAnswer,
});

export const countSignatures = endpoint({
  name: 'countSignatures',
  summary: 'How many have signed, in all and by country',
  method: 'GET',
  path: '/api/unity-declaration',
  access: anyone,
  answer: z.object({ count: z.number(), byCountry: z.record(z.string(), z.number()) }),
});
