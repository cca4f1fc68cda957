import { parseCookie, stringifySetCookie } from 'cookie';
import type { CookieOptions } from '../context.ts';

/** Cookies of one site address: on https they are Secure and carry the `__Host-` prefix. */
export function cookieJar(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  // A hint that scripts read needs no prefix; it decides nothing.
  const nameOf = (name: string, httpOnly = true) => (secure && httpOnly ? `__Host-${name}` : name);
  return {
    /** By their plain names: of `sid` and `__Host-sid` only the one that this address sets counts. */
    read(header: string | undefined): Record<string, string | undefined> {
      const found: Record<string, string | undefined> = {};
      if (!header) return found;
      for (const [name, value] of Object.entries(parseCookie(header))) {
        if (secure && name.startsWith('__Host-')) found[name.slice('__Host-'.length)] = value;
        else if (!secure) found[name] = value;
      }
      return found;
    },
    write(name: string, value: string, { maxAge, httpOnly = true }: CookieOptions = {}): string {
      return stringifySetCookie({
        name: nameOf(name, httpOnly),
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
