import type { Caller } from './member.ts';
import { send } from './member.ts';
import { expect, newAddress, type Site } from './site.ts';

/** Signs by call, and answers the link in the email that asks for the confirmation. */
export async function signatureLink(caller: Caller, site: Site): Promise<string> {
  const email = newAddress('signer');
  const signature = { fullName: 'Awa Diop', email, country: 'Senegal', agreeToDeclaration: true };
  expect((await send(caller, '/api/unity-declaration', signature)).status()).toBe(201);
  const { text } = await site.mailTo(email);
  const [link] = /http\S+\/signature\?key=\S+/.exec(text) ?? [];
  if (!link) throw new Error(`No link in: ${text}`);
  return link;
}
