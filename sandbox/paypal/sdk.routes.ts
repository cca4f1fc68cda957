import { readFileSync } from 'node:fs';
import { CLIENT } from './access.ts';
import type { RestRoute } from './rest.ts';

const script = readFileSync(new URL('./sdk.js', import.meta.url), 'utf8');

/** The simulation of PayPal's script in the browser; as PayPal's, it refuses clients that it does not know. */
export function sdkRoutes(): RestRoute[] {
  return [
    {
      method: 'GET',
      path: '/sdk/js',
      isForAll: true,
      operation: () => 'sdk',
      handle: ({ url }) => ({
        status: url.searchParams.get('client-id') === CLIENT.id ? 200 : 400,
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
        },
        body:
          url.searchParams.get('client-id') === CLIENT.id
            ? script
            : 'throw new Error("SDK Validation error: client-id not recognized");',
      }),
    },
  ];
}
