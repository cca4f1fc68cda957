import { randomUUID } from 'node:crypto';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { RenderedMail } from '../../shared/mail.ts';

/** The two forms of a mail, encoded for its way (RFC 2046 §5.1.4, RFC 2045 §6.7). */
export interface BulkBody {
  boundary: string;
  /** With what is one reader's own: letters, digits, `-`, `_` and `.` alone. */
  withOwn(own: string): string;
}

/** Of 76 characters the last one says that the line goes on. */
const lineLength = 75;
const goesOn = '=\r\n';

/**
 * Encodes a mail once for all its readers, as that takes about as long as sending it. Wherever `place` stands comes what
 * is each reader's own.
 */
export function encodeBody(
  { text, html }: Pick<RenderedMail, 'text' | 'html'>,
  place: string,
): BulkBody {
  const boundary = `=_${randomUUID()}`;
  const part = (kind: string, words: string) => {
    const encoded = words.split(place).map(quoted).join(place);
    return `--${boundary}\r\nContent-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encoded}\r\n`;
  };
  const pieces = `${part('plain', text)}${part('html', html)}--${boundary}--\r\n`.split(place);
  return {
    boundary,
    withOwn(own) {
      const lines = own.match(ownLines) ?? [];
      return pieces.join(['', ...lines, ''].join(goesOn));
    },
  };
}

const ownLines = new RegExp(`.{1,${lineLength}}`, 'g');

const quoted = (words: string) => wrap(encode(words.replaceAll(/\r\n|\r|\n/g, '\r\n')), lineLength);
