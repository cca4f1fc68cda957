import PostalMime, { type Address, decodeWords } from 'postal-mime';
import type { Entry } from './inbox.ts';

/** A mail as people and tests read it. `to` is the envelope; the To and Cc lines are among the headers. */
export type Message = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; type: string; bytes: number }[];
  /** Why the mail could not be read as a mail; its source is still there. */
  problem?: string;
};

/** Reads a stored mail. Never rejects: a mail that no one can parse is shown with its problem. */
export async function parseMessage({ id, receivedAt, to }: Entry, raw: Buffer): Promise<Message> {
  const known = { id, receivedAt: new Date(receivedAt).toISOString(), to };
  try {
    const mail = await PostalMime.parse(raw);
    return {
      ...known,
      from: mail.from ? written(mail.from) : (mail.returnPath ?? ''),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      headers: joined(mail.headers),
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? 'unnamed',
        type: mimeType,
        bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
      })),
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return {
      ...known,
      from: '',
      subject: '',
      text: '',
      html: '',
      headers: {},
      attachments: [],
      problem,
    };
  }
}

function written(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(written).join(', ')};`;
  return address.name ? `${address.name} <${address.address}>` : address.address;
}

/** Headers by lower-case name, decoded; one that comes several times has one line for each. */
function joined(headers: { key: string; value: string }[]): Record<string, string> {
  const all = new Map<string, string>();
  for (const { key, value } of headers) {
    const before = all.get(key);
    all.set(key, before === undefined ? decodeWords(value) : `${before}\n${decodeWords(value)}`);
  }
  return Object.fromEntries(all);
}
