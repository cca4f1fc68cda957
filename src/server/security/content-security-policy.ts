import { createHash } from 'node:crypto';
import type { Sources } from './payment-sources.ts';

export interface PolicyOptions {
  kind: 'public' | 'app';
  /** Texts of the document's own script and style elements. */
  inlineScripts: readonly string[];
  inlineStyle: string;
  /** Of documents that are never cached. */
  nonce?: string | undefined;
  /** A picture of a page for a frame of ours: nothing in it runs, sends or leads anywhere. */
  isPreview?: boolean | undefined;
  /** Vite's inline scripts, styles and socket are allowed. */
  isDevelopment: boolean;
  /** Of documents in which someone can pay. */
  sources?: Sources | undefined;
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The content security policy of a document of ours. */
export function policyOf(options: PolicyOptions): string {
  const { kind, isPreview = false, isDevelopment, sources } = options;
  const isPublic = kind === 'public';
  // A hash or nonce would switch off 'unsafe-inline'.
  const own = (closed: string) => (isDevelopment ? "'self' 'unsafe-inline'" : closed);
  const also = (directive: keyof Sources) =>
    (sources?.[directive] ?? [])
      .filter((source) => !isDevelopment || !source.startsWith("'nonce-"))
      .map((source) => ` ${source}`)
      .join('');
  const script = isPublic
    ? own(`'self' ${options.inlineScripts.map(sha256).join(' ')}`)
    : own(`'nonce-${options.nonce}'`);
  const style = own(isPublic ? `'self' ${sha256(options.inlineStyle)}` : "'self'");
  // The dashboard shows the preview.
  const frames = `${isPublic ? '' : " 'self'"}${also('frame')}`;
  return [
    "default-src 'none'",
    isPreview ? "script-src 'none'" : `script-src ${script}${also('script')}`,
    `style-src ${style}${also('style')}`,
    `img-src 'self' data:${also('img')}`,
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}${also('connect')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    ...(isPreview
      ? // The same origin, so that the dashboard can keep its place; without scripts and forms that opens nothing.
        ["form-action 'none'", "frame-ancestors 'self'", 'sandbox allow-same-origin']
      : ["form-action 'self'", "frame-ancestors 'none'"]),
    ...(frames ? [`frame-src${frames}`] : []),
    // PayPal, wallets and Vite write markup and load scripts by text; nothing else here may.
    ...(isPublic || isDevelopment
      ? []
      : ["require-trusted-types-for 'script'", 'trusted-types inert']),
  ].join(';');
}
