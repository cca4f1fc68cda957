import { readFileSync } from 'node:fs';
import type { RestRoute } from './rest.ts';

const script = readFileSync(new URL('./sdk.js', import.meta.url), 'utf8');

/** The stand-in for PayPal's script in the browser. */
export function sdkRoutes(): RestRoute[] {
  return [
    {
      method: 'GET',
      path: '/sdk/js',
      isForAll: true,
      handle: () => ({
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
        },
        body: script,
      }),
    },
  ];
}
