import type { FastifyBaseLogger } from 'fastify';
import type { $ZodType, output } from 'zod/v4/core';
import type { Permission } from '../shared/access.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import type { Language } from '../shared/language.ts';
import type { LoadMailExamples, MailAddress, RenderMail } from '../shared/mail.ts';
import type { Role } from '../shared/roles.ts';
import type { Translate } from '../shared/words.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Limits } from './security/rate-limits.ts';
import type { NoteRefusal } from './security/refusal-log.ts';
import type { ExternalServices } from './external-services.ts';
import type { Secrets } from './secrets.ts';
import type { Session } from './security/session.store.ts';
import type { Settings } from './settings.ts';

/** The logged-in person, as the members' feature identifies them. */
export interface Caller {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  /** Null for a member, who has no part in the dashboard. */
  role: Role | null;
  createdAt: Date;
  /** Whether a link in a mail to this address was used. */
  isVerified: boolean;
  /** Whether more than the password is asked for at a login. Looked up for administrators alone. */
  hasSecondFactor: boolean;
  /** Whether the owners ask for one. Looked up for administrators without one alone. */
  isAskedForSecondFactor: boolean;
  /** Through an API key those in its scope alone. */
  permissions: readonly Permission[];
  /** The key of a program that acts for the person; absent for a browser. */
  apiKey?: { id: string; name: string };
}

/** Hands work to the queue inside the caller's transaction: it exists if and only if the transaction commits. */
export interface Jobs {
  send(tx: Database, name: string, data: object, options?: { startAfter?: Date }): Promise<void>;
  /** Several of one kind in one statement; not for a singleton, of which one waits at a time. */
  sendAll(tx: Database, name: string, list: readonly object[]): Promise<void>;
}

/** The application that handlers, jobs and services work with. */
export interface AppContext {
  db: Database;
  settings: Settings;
  clock: Clock;
  secrets: Secrets;
  limits: Limits;
  noteRefusal: NoteRefusal;
  jobs: Jobs;
  /** The canonical address, without a slash at the end. */
  publicUrl: string;
  renderMail: RenderMail;
  loadMailExamples: LoadMailExamples;
  /**
   * The campaign's name and address as published in a language (BCP 47, English without one), for `mail`, which
   * imports no feature.
   */
  findCampaign(db: Database, locale: string | undefined): Promise<MailAddress>;
  /**
   * A sentence of ours in a language; English where it has no translation. What the browser can
   * translate by itself, a sentence without values, leaves in English.
   */
  translate: Translate;
  /** PayPal, the chain and the wallets' relay. */
  externalServices: ExternalServices;
  /** The sandbox's mail server: takes our mail as long as no email configuration is active. */
  sandboxMail?: SandboxMail | undefined;
}

export interface SandboxMail {
  host: string;
  port: number;
  /** Its certificate in PEM, so that it is verified too. */
  ca?: string;
}

export interface CookieOptions {
  /** Seconds; 0 removes the cookie, absent means until the browser closes. */
  maxAge?: number;
  /** False only for hints that scripts read. */
  httpOnly?: boolean;
}

/** The context of one request. In writes `db` is the request's transaction. */
export interface RequestContext<E> extends AppContext {
  body: E extends Endpoint<$ZodType, $ZodType, infer B, $ZodType> ? output<B> : never;
  query: E extends Endpoint<$ZodType, infer Q, $ZodType, $ZodType> ? output<Q> : never;
  params: E extends Endpoint<infer P, $ZodType, $ZodType, $ZodType> ? output<P> : never;
  user: Caller | undefined;
  session: Session | undefined;
  /** In which the caller reads us: for mails, and for sentences with values in them. */
  language: Language;
  log: FastifyBaseLogger;
  request: {
    id: string;
    /** The caller's address as far as TRUST_PROXY lets us believe it. */
    ip: string;
    userAgent: string;
    /** The address of the page that sent it, where the browser says it. Anyone can claim another one. */
    referrer?: string | undefined;
    cookies: Readonly<Record<string, string | undefined>>;
    /** The user of the page that sent it (`Acting-For`); compared with the caller where the contract asks for a login. */
    actingFor?: string | string[] | undefined;
    /** Only where the contract says `signed`: the bytes as they came, and headers by their lower-case names. */
    signed?: { body: Buffer; header(name: string): string | undefined };
  };
  setCookie(name: string, value: string, options?: CookieOptions): void;
  setHeader(name: string, value: string): void;
  /** What the address of a plain form's thanks carries under its contract's `keep`. */
  keepInThanks(make: () => string): void;
}

/** The logged-in caller; serve has refused anyone else where the contract asks for a member. */
export function callerOf(context: { user: Caller | undefined }): Caller {
  if (!context.user)
    throw new Error('This route needs a logged-in caller but its contract does not say so.');
  return context.user;
}

/** The caller's session, under the same promise. */
export function sessionOf(context: { session: Session | undefined }): Session {
  if (!context.session)
    throw new Error('This route needs a session but its contract does not say so.');
  return context.session;
}
