import { parseCookie, stringifySetCookie } from 'cookie';
import type { CookieOptions } from '../context.ts';

/** Cookies of one site address: on https they are Secure and carry the `__Host-` prefix. */
export function cookieJar(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  return {
    /** By their plain names: of `sid` and `__Host-sid` only the one that this address sets counts. */
    read(header: string | undefined): Record<string, string | undefined> {
      const found: Record<string, string | undefined> = {};
      if (!header) return found;
      for (const [name, value] of Object.entries(parseCookie(header))) {
        if (name.startsWith(prefix)) found[name.slice(prefix.length)] = value;
      }
      return found;
    },
    write(name: string, value: string, { maxAge, httpOnly = true }: CookieOptions = {}): string {
      return stringifySetCookie({
        name: prefix + name,
        value,
        path: '/',
        httpOnly,
        secure,
        sameSite: 'lax',
        ...(maxAge === undefined ? {} : { maxAge }),
      });
    },
  };
}

export type CookieJar = ReturnType<typeof cookieJar>;
