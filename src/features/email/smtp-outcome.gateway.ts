import { NO_ANSWER_IN_TIME, type Outcome } from './email.rules.ts';

/** nodemailer's errors: a code of its own, the command that failed, the server's reply if there was one. */
export interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  /** Of Node, such as `connect`. */
  syscall?: string;
}

/** An address that no mail goes to; the message is for a person. */
export class RefusedAddress extends Error {}

interface Tried {
  /** The mail had been handed over to its end. */
  left: boolean;
  auth?: { user: string; pass: string } | undefined;
}

/** What a failure means for the mail, in the server's words. */
export function outcomeOf(error: SmtpError, { left, auth }: Tried): Outcome {
  const { code, command, responseCode, response, message } = error;
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
  const words = isLate ? NO_ANSWER_IN_TIME : (response ?? message);
  const said = withoutPassword(words, auth).slice(0, 500);
  if (error instanceof RefusedAddress) return { result: 'permanent', words: said };
  if (responseCode === undefined && left) return { result: 'uncertain', words: said };
  if (isAboutServer(error)) return { result: 'temporary', words: said, isAboutServer: true };
  if (responseCode === undefined) return { result: 'temporary', words: said };
  // A refused login or sender is the configuration's fault and can be mended; the mail waits for that.
  const isAboutMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
  return { result: isAboutMail && responseCode >= 500 ? 'permanent' : 'temporary', words: said };
}

/** Whether the server was not reached, or would have nothing to do with us, before the mail was spoken of. */
function isAboutServer({ code, command, responseCode, syscall, message }: SmtpError): boolean {
  if (code === 'EAUTH' || code === 'EDNS' || code === 'ETLS' || code === 'EPROTOCOL') return true;
  const isUnreached = syscall === 'connect' || /^(Connection timeout|Greeting never)/.test(message);
  // 421: the service is not available (RFC 5321 §4.2.1); a refused sender is ours, whoever the mail is for.
  return isUnreached || responseCode === 421 || command === 'MAIL FROM';
}

/** Shorter than this it would be cut out of words that only look like it. */
const shortestSecret = 4;

/** Some servers repeat what they were told; the password is told in clear and in the forms of AUTH LOGIN and PLAIN. */
function withoutPassword(said: string, auth: Tried['auth']): string {
  if (!auth || auth.pass.length < shortestSecret) return said;
  const coded = (text: string) => Buffer.from(text).toString('base64');
  const forms = [coded(`\0${auth.user}\0${auth.pass}`), coded(auth.pass), auth.pass];
  return forms.reduce((text, form) => text.replaceAll(form, '[password]'), said);
}
